import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  $ZodRegistry,
  $ZodType,
  globalRegistry,
  safeEncode,
  safeParse,
  toJSONSchema
} from "./zod.js";
import {
  __commonJS,
  __require,
  __toESM
} from "./runtime.js";

// node_modules/@fastify/error/index.js
var require_error = __commonJS({
  "node_modules/@fastify/error/index.js"(exports, module) {
    "use strict";
    var { format } = __require("node:util");
    function toString() {
      return `${this.name} [${this.code}]: ${this.message}`;
    }
    var FastifyGenericErrorSymbol = /* @__PURE__ */ Symbol.for("fastify-error-generic");
    function createError2(code, message, statusCode = 500, Base = Error, captureStackTrace = createError2.captureStackTrace) {
      const shouldCreateFastifyGenericError = code === FastifyGenericErrorSymbol;
      if (shouldCreateFastifyGenericError) {
        code = "FST_ERR";
      }
      if (!code) throw new Error("Fastify error code must not be empty");
      if (!message) throw new Error("Fastify error message must not be empty");
      code = code.toUpperCase();
      !statusCode && (statusCode = void 0);
      const FastifySpecificErrorSymbol = /* @__PURE__ */ Symbol.for(`fastify-error ${code}`);
      function FastifyError(...args) {
        if (!new.target) {
          return new FastifyError(...args);
        }
        this.code = code;
        this.name = "FastifyError";
        this.statusCode = statusCode;
        const lastElement = args.length - 1;
        if (lastElement !== -1 && args[lastElement] && typeof args[lastElement] === "object" && "cause" in args[lastElement]) {
          this.cause = args.pop().cause;
        }
        this.message = format(message, ...args);
        Error.stackTraceLimit && captureStackTrace && Error.captureStackTrace(this, FastifyError);
      }
      FastifyError.prototype = Object.create(Base.prototype, {
        constructor: {
          value: FastifyError,
          enumerable: false,
          writable: true,
          configurable: true
        },
        [FastifyGenericErrorSymbol]: {
          value: true,
          enumerable: false,
          writable: false,
          configurable: false
        },
        [FastifySpecificErrorSymbol]: {
          value: true,
          enumerable: false,
          writable: false,
          configurable: false
        }
      });
      if (shouldCreateFastifyGenericError) {
        Object.defineProperty(FastifyError, Symbol.hasInstance, {
          value(instance) {
            return instance && instance[FastifyGenericErrorSymbol];
          },
          configurable: false,
          writable: false,
          enumerable: false
        });
      } else {
        Object.defineProperty(FastifyError, Symbol.hasInstance, {
          value(instance) {
            return instance && instance[FastifySpecificErrorSymbol];
          },
          configurable: false,
          writable: false,
          enumerable: false
        });
      }
      FastifyError.prototype[Symbol.toStringTag] = "Error";
      FastifyError.prototype.toString = toString;
      return FastifyError;
    }
    createError2.captureStackTrace = true;
    var FastifyErrorConstructor = createError2(FastifyGenericErrorSymbol, "Fastify Error", 500, Error);
    module.exports = createError2;
    module.exports.FastifyError = FastifyErrorConstructor;
    module.exports.default = createError2;
    module.exports.createError = createError2;
  }
});

// node_modules/fastify-type-provider-zod/dist/esm/errors.js
var import_error = __toESM(require_error(), 1);
var InvalidSchemaError = (0, import_error.default)("FST_ERR_INVALID_SCHEMA", "Invalid schema passed: %s", 500);
var ZodFastifySchemaValidationErrorSymbol = /* @__PURE__ */ Symbol.for("ZodFastifySchemaValidationError");
var ResponseSerializationBase = (0, import_error.default)("FST_ERR_RESPONSE_SERIALIZATION", "Response doesn't match the schema", 500);
var ResponseSerializationError = class extends ResponseSerializationBase {
  method;
  url;
  constructor(method, url, options) {
    super({ cause: options.cause });
    this.method = method;
    this.url = url;
    this.cause = options.cause;
  }
};
function isZodFastifySchemaValidationError(error) {
  return typeof error === "object" && error !== null && error[ZodFastifySchemaValidationErrorSymbol] === true;
}
function hasZodFastifySchemaValidationErrors(error) {
  return typeof error === "object" && error !== null && "validation" in error && Array.isArray(error.validation) && error.validation.length > 0 && isZodFastifySchemaValidationError(error.validation[0]);
}
function omit(obj, keys) {
  const result = {};
  for (const key of Object.keys(obj)) if (!keys.includes(key)) result[key] = obj[key];
  return result;
}
function createValidationError(error) {
  return error.issues.map((issue) => {
    return {
      [ZodFastifySchemaValidationErrorSymbol]: true,
      keyword: issue.code,
      instancePath: `/${issue.path.join("/")}`,
      schemaPath: `#/${issue.path.join("/")}/${issue.code}`,
      message: issue.message,
      params: { ...omit(issue, [
        "path",
        "code",
        "message"
      ]) }
    };
  });
}

// node_modules/fastify-type-provider-zod/dist/esm/registry.js
var getSchemaId = (id, io) => {
  return io === "input" ? `${id}Input` : id;
};
var WeakMapWithFallback = class extends WeakMap {
  fallback;
  constructor(fallback) {
    super();
    this.fallback = fallback;
  }
  get(key) {
    return super.get(key) ?? this.fallback.get(key);
  }
  has(key) {
    return super.has(key) || this.fallback.has(key);
  }
};
var copyRegistry = (baseRegistry, idReplaceFn) => {
  const copy = new $ZodRegistry();
  copy._map = new WeakMapWithFallback(baseRegistry._map);
  baseRegistry._idmap.forEach((schema, id) => {
    copy.add(schema, {
      ...baseRegistry._map.get(schema),
      id: idReplaceFn(id)
    });
  });
  return copy;
};
var generateIORegistries = (baseRegistry) => {
  const inputRegistry = copyRegistry(baseRegistry, (id) => getSchemaId(id, "input"));
  const outputRegistry = copyRegistry(baseRegistry, (id) => getSchemaId(id, "output"));
  inputRegistry._idmap.forEach((_, id) => {
    if (outputRegistry._idmap.has(id)) throw new Error(`Collision detected for schema "${id}". An input and an output schema resolve to the same component name.`);
  });
  return {
    inputRegistry,
    outputRegistry
  };
};
var createIORegistriesProvider = (baseRegistry) => {
  let cache;
  return () => {
    const size = baseRegistry._idmap.size;
    if (!cache || cache.size !== size) cache = {
      size,
      registries: generateIORegistries(baseRegistry)
    };
    return cache.registries;
  };
};

// node_modules/fastify-type-provider-zod/dist/esm/utils.js
var assertIsOpenAPIObject = (obj) => {
  if ("swaggerObject" in obj) throw new Error("This package currently does not support component references for Swagger 2.0");
};
var getReferenceUri = (input) => {
  const id = input.replace(/^#\/(?:\$defs|definitions|components\/schemas)\//, "");
  if (id === "") throw new Error("Unable to build a component reference for an unnamed schema. Recursive or self-referential schemas used inline must be registered with an `id` so they can be referenced as components.");
  return `#/components/schemas/${id}`;
};
var getJSONSchemaTarget = (version = "3.0.0") => {
  if (version.startsWith("3.0")) return "openapi-3.0";
  return "draft-2020-12";
};

// node_modules/fastify-type-provider-zod/dist/esm/zod-to-json.js
var SCHEMA_REGISTRY_ID_PLACEHOLDER = "__SCHEMA__ID__PLACEHOLDER__";
var SCHEMA_URI_PLACEHOLDER = "__SCHEMA__PLACEHOLDER__";
var IDENTITY_KEYWORDS = [
  "id",
  "$id",
  "$schema"
];
var OAS_3_0_INVALID_KEYWORDS = [
  "unevaluatedProperties",
  "dependentSchemas",
  "patternProperties",
  "propertyNames",
  "contentEncoding",
  "contentMediaType"
];
var getRemoveKeys = (target) => {
  return new Set(target === "openapi-3.0" ? [...IDENTITY_KEYWORDS, ...OAS_3_0_INVALID_KEYWORDS] : IDENTITY_KEYWORDS);
};
var SINGLE_SCHEMA_KEYWORDS = [
  "items",
  "additionalProperties",
  "not"
];
var SCHEMA_LIST_KEYWORDS = [
  "allOf",
  "anyOf",
  "oneOf"
];
var sanitizeSchema = (value, removeKeys) => {
  if (Array.isArray(value)) return value.map((entry) => sanitizeSchema(entry, removeKeys));
  if (value === null || typeof value !== "object") return value;
  const result = {};
  for (const [key, child] of Object.entries(value)) {
    if (removeKeys.has(key)) continue;
    if (key === "properties" && child !== null && typeof child === "object") result[key] = Object.fromEntries(Object.entries(child).map(([name, schema]) => [name, sanitizeSchema(schema, removeKeys)]));
    else if (SINGLE_SCHEMA_KEYWORDS.includes(key)) result[key] = child !== null && typeof child === "object" ? sanitizeSchema(child, removeKeys) : child;
    else if (SCHEMA_LIST_KEYWORDS.includes(key)) result[key] = Array.isArray(child) ? child.map((entry) => sanitizeSchema(entry, removeKeys)) : child;
    else result[key] = child;
  }
  return result;
};
function isZodDate(entity) {
  return entity instanceof $ZodType && entity._zod.def.type === "date";
}
function isZodUnion(entity) {
  return entity instanceof $ZodType && entity._zod.def.type === "union";
}
function isZodUndefined(entity) {
  return entity instanceof $ZodType && entity._zod.def.type === "undefined";
}
var isNullBranch = (schema) => schema.nullable === true && Array.isArray(schema.enum) && schema.enum.length === 1 && schema.enum[0] === null;
var getOverride = (ctx, io, target) => {
  if (isZodUnion(ctx.zodSchema)) {
    ctx.jsonSchema.anyOf = ctx.jsonSchema.anyOf?.filter((schema) => Object.keys(schema).length > 0);
    const anyOf = ctx.jsonSchema.anyOf;
    if (target === "openapi-3.0" && anyOf) {
      const otherBranches = anyOf.filter((schema) => !isNullBranch(schema));
      if (otherBranches.length < anyOf.length && otherBranches.length > 0) if (otherBranches.length === 1) {
        delete ctx.jsonSchema.anyOf;
        Object.assign(ctx.jsonSchema, otherBranches[0], { nullable: true });
      } else {
        ctx.jsonSchema.anyOf = otherBranches;
        ctx.jsonSchema.nullable = true;
      }
    }
  }
  if (isZodDate(ctx.zodSchema)) {
    if (io === "output") {
      ctx.jsonSchema.type = "string";
      ctx.jsonSchema.format = "date-time";
    }
  }
  if (isZodUndefined(ctx.zodSchema)) {
    if (io === "output") ctx.jsonSchema.type = "null";
  }
};
var zodSchemaToJson = (zodSchema, registry, io, config) => {
  const schemaRegistryEntry = registry.get(zodSchema);
  if (schemaRegistryEntry?.id) return { $ref: getReferenceUri(schemaRegistryEntry.id) };
  const tempRegistry = new $ZodRegistry();
  tempRegistry.add(zodSchema, { id: SCHEMA_REGISTRY_ID_PLACEHOLDER });
  const { schemas: { [SCHEMA_REGISTRY_ID_PLACEHOLDER]: result } } = toJSONSchema(tempRegistry, {
    ...config,
    io,
    metadata: registry,
    unrepresentable: config.unrepresentable ?? "any",
    cycles: "ref",
    reused: "inline",
    /**
    * The uri option only allows customizing the base path of the `$ref`, and it automatically appends a path to it.
    * As a workaround, we set a placeholder that looks something like this.
    * @see https://github.com/colinhacks/zod/issues/4750
    */
    uri: () => SCHEMA_URI_PLACEHOLDER,
    override: config.override ?? ((ctx) => getOverride(ctx, io, config.target))
  });
  const sanitized = sanitizeSchema(result, getRemoveKeys(config.target));
  return JSON.parse(JSON.stringify(sanitized), (_key, value) => typeof value === "string" && value.startsWith(SCHEMA_URI_PLACEHOLDER) ? getReferenceUri(value.slice(23)) : value);
};
var zodRegistryToJson = (registry, io, config) => {
  const result = toJSONSchema(registry, {
    ...config,
    io,
    metadata: registry,
    unrepresentable: config.unrepresentable ?? "any",
    cycles: "ref",
    reused: "inline",
    uri: (id) => getReferenceUri(id),
    override: config.override ?? ((ctx) => getOverride(ctx, io, config.target))
  }).schemas;
  const removeKeys = getRemoveKeys(config.target);
  const jsonSchemas = {};
  for (const id in result) jsonSchemas[id] = sanitizeSchema(result[id], removeKeys);
  return jsonSchemas;
};

// node_modules/fastify-type-provider-zod/dist/esm/core.js
var isContentTypeResponse = (maybeSchema) => {
  return typeof maybeSchema === "object" && maybeSchema !== null && "content" in maybeSchema && typeof maybeSchema.content === "object" && maybeSchema.content !== null;
};
var defaultSkipList = [
  "/documentation/",
  "/documentation/initOAuth",
  "/documentation/json",
  "/documentation/uiConfig",
  "/documentation/yaml",
  "/documentation/*",
  "/documentation/static/*"
];
var createJsonSchemaTransform = ({ skipList = defaultSkipList, schemaRegistry = globalRegistry, zodToJsonConfig = {} }) => {
  const getIORegistries = createIORegistriesProvider(schemaRegistry);
  return (document) => {
    assertIsOpenAPIObject(document);
    const { schema, url } = document;
    if (!schema) return {
      schema,
      url
    };
    const { response, headers, querystring, body, params, hide, ...rest } = schema;
    const transformed = {};
    if (skipList.includes(url) || hide) {
      transformed.hide = true;
      return {
        schema: transformed,
        url
      };
    }
    const config = {
      target: getJSONSchemaTarget(document.openapiObject.openapi),
      ...zodToJsonConfig
    };
    const { inputRegistry, outputRegistry } = getIORegistries();
    const zodSchemas = {
      headers,
      querystring,
      body,
      params
    };
    for (const prop in zodSchemas) {
      const zodSchema = zodSchemas[prop];
      if (zodSchema) transformed[prop] = zodSchemaToJson(zodSchema, inputRegistry, "input", config);
    }
    if (response) {
      transformed.response = {};
      for (const prop in response) {
        const responseSchema = response[prop];
        if (isContentTypeResponse(responseSchema)) {
          const responseObj = {};
          if (responseSchema.description) responseObj.description = responseSchema.description;
          responseObj.content = {};
          for (const [contentType, { schema: maybeSchema }] of Object.entries(responseSchema.content)) {
            const zodSchema2 = resolveSchema(maybeSchema);
            responseObj.content[contentType] = { schema: zodSchemaToJson(zodSchema2, outputRegistry, "output", config) };
          }
          transformed.response[prop] = responseObj;
          continue;
        }
        const zodSchema = resolveSchema(responseSchema);
        transformed.response[prop] = zodSchemaToJson(zodSchema, outputRegistry, "output", config);
      }
    }
    for (const prop in rest) {
      const meta = rest[prop];
      if (meta) transformed[prop] = meta;
    }
    return {
      schema: transformed,
      url
    };
  };
};
var jsonSchemaTransform = createJsonSchemaTransform({});
var createJsonSchemaTransformObject = ({ schemaRegistry = globalRegistry, zodToJsonConfig = {} }) => (document) => {
  assertIsOpenAPIObject(document);
  const config = {
    target: getJSONSchemaTarget(document.openapiObject.openapi),
    ...zodToJsonConfig
  };
  const { inputRegistry, outputRegistry } = generateIORegistries(schemaRegistry);
  const inputSchemas = zodRegistryToJson(inputRegistry, "input", config);
  const outputSchemas = zodRegistryToJson(outputRegistry, "output", config);
  return {
    ...document.openapiObject,
    components: {
      ...document.openapiObject.components,
      schemas: {
        ...document.openapiObject.components?.schemas,
        ...inputSchemas,
        ...outputSchemas
      }
    }
  };
};
var jsonSchemaTransformObject = createJsonSchemaTransformObject({});
var validatorCompiler = ({ schema }) => (data) => {
  const result = safeParse(schema, data);
  if (result.error) return { error: createValidationError(result.error) };
  return { value: result.data };
};
function resolveSchema(maybeSchema) {
  if (maybeSchema instanceof $ZodType) return maybeSchema;
  if ("properties" in maybeSchema && maybeSchema.properties instanceof $ZodType) return maybeSchema.properties;
  throw new InvalidSchemaError(JSON.stringify(maybeSchema));
}
var createSerializerCompiler = (options) => ({ schema: maybeSchema, method, url }) => {
  const schema = resolveSchema(maybeSchema);
  return (data) => {
    const result = safeEncode(schema, data);
    if (result.error) throw new ResponseSerializationError(method, url, { cause: result.error });
    return JSON.stringify(result.data, options?.replacer);
  };
};
var serializerCompiler = createSerializerCompiler({});

export {
  require_error,
  hasZodFastifySchemaValidationErrors,
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
  validatorCompiler,
  serializerCompiler
};
