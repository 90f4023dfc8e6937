/** The API's own description (OpenAPI 3.1), made from the schemas that check requests and answers. */
import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from "fastify-type-provider-zod";
import { z } from "zod";
import { Report } from "../../model/report.ts";
import { Run } from "../../model/run.ts";
import { VERSION } from "../../model/version.ts";
import { Problem } from "./problems.ts";

/** Schemas with a name of their own; the rest are told where they are used. */
const schemaRegistry = z.registry<{ id: string }>();
schemaRegistry.add(Problem, { id: "Problem" });
schemaRegistry.add(Run, { id: "Run" });
schemaRegistry.add(Report, { id: "Report" });

/** Before the routes that it is to describe. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Plumbline",
        version: VERSION,
        description:
          "The history of a store's runs, read-only. Values are in the metric's unit, times in UTC.",
        license: { name: "MIT", identifier: "MIT" },
      },
    },
    transform: createJsonSchemaTransform({ schemaRegistry }),
    transformObject: createJsonSchemaTransformObject({ schemaRegistry }),
  });
}

/** Without the second name that each schema gets for what is sent to a server: nothing is. */
export function describedIn(app: FastifyInstance): unknown {
  const document = structuredClone(app.swagger()) as { components?: { schemas?: Record<string, unknown> } };
  const schemas = document.components?.schemas ?? {};
  for (const name of Object.keys(schemas)) if (name.endsWith("Input")) delete schemas[name];
  return document;
}
