/** One kind of answer of the API: where it is, what it may be asked, who answers, and how it looks as rows. */
import type { z } from "zod";
import type { Questions } from "../../model/questions.ts";
import type { Rows } from "./formats.ts";

/** Parameters by name. */
type Shape = z.ZodRawShape;
/** What they say; the form of the answer is nobody's concern but the route's. */
type Asked<P extends Shape, Q extends Shape> = z.output<z.ZodObject<P & Omit<Q, "format">>>;

export type Resource<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  A extends z.ZodType = z.ZodType,
> = Readonly<{
  /** Below /api/v1, with parameters as `:name`. */
  path: string;
  /** A noun: the operation's name in the OpenAPI description. */
  name: string;
  summary: string;
  /** Of the path, and of what stands behind the question mark. */
  params: P;
  query: Q;
  answer: A;
  /** @returns undefined where there is no such thing */
  ask(questions: Questions, asked: Asked<P, Q>): Promise<z.output<A> | undefined>;
  /** Null: there is nothing but JSON. */
  rows: ((answer: z.output<A>) => Rows) | null;
}>;

/** A resource among others: what its own types held together is sure by now. */
export function resource<P extends Shape, Q extends Shape, A extends z.ZodType>(
  definition: Resource<P, Q, A>,
): Resource {
  return definition as unknown as Resource;
}
