/** Text of YAML or JSON -> manifests, with the line of what is wrong. */
import { type Document, LineCounter, parseAllDocuments } from "yaml";
import { beyondBounds } from "../../config/yaml-bounds.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { KubernetesManifest } from "./manifests.ts";
import { ManifestShape } from "./rules.ts";

/**
 * @param place for errors
 * @throws PlumblineError of kind "usage"
 */
export function readManifests(text: string, place: string): readonly KubernetesManifest[] {
  const beyond = beyondBounds(text);
  if (beyond !== null) throw wrongManifest(`${place}: ${beyond.what}`);
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter: lines, logLevel: "error", prettyErrors: false });
  const parts = "empty" in documents ? [] : documents;
  return parts.flatMap((document) => {
    const at = (offset: number) => {
      const { line, col } = lines.linePos(offset);
      return `${place}:${line}:${col}`;
    };
    const [syntax] = document.errors;
    if (syntax !== undefined) throw wrongManifest(`${at(syntax.pos[0])}: ${syntax.message.split("\n")[0]}`);
    const value = manifestValue(document, place);
    if (value === null) return [];
    return listItems(value).map((item) => {
      const parsed = ManifestShape.safeParse(item);
      if (parsed.success) return parsed.data;
      throw wrongManifest(
        `${at(document.contents?.range?.[0] ?? document.range[0])}: no object of Kubernetes: apiVersion, kind, metadata.name`,
      );
    });
  });
}

function manifestValue(document: Document, place: string): unknown {
  try {
    return document.toJS();
  } catch (cause) {
    throw wrongManifest(`${place}: ${(cause as Error).message}`); // More aliases than people write.
  }
}

/** A List is its items. */
function listItems(value: unknown): readonly unknown[] {
  const { kind, items } = value as { kind?: unknown; items?: unknown };
  return kind === "List" && Array.isArray(items) ? items : [value];
}

function wrongManifest(message: string): PlumblineError {
  return new PlumblineError("usage", message, {
    remedy: "start with what `plumbline cluster manifests` prints, or `kubectl kustomize` makes of it",
  });
}
