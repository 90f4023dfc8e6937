/** One kind of answer of the API: where it is, what it may be asked, who answers, and how it looks as rows. */
import type { z } from "zod";
import type { Questions } from "../../model/questions.ts";
import type { CellRows } from "./formats.ts";

/** Parameters by name. */
type ParameterShape = z.ZodRawShape;
/** Values of the parameters; the form of the answer concerns the route alone. */
type QuestionOf<P extends ParameterShape, Q extends ParameterShape> = z.output<
  z.ZodObject<P & Omit<Q, "format">>
>;

export type Resource<
  P extends ParameterShape = ParameterShape,
  Q extends ParameterShape = ParameterShape,
  A extends z.ZodType = z.ZodType,
> = Readonly<{
  /** Path below /api/v1, with parameters as `:name`. */
  path: string;
  /** A noun: the operation's name in the OpenAPI description. */
  name: string;
  summary: string;
  /** Parameters of the path, and of what stands behind the question mark. */
  params: P;
  query: Q;
  answer: A;
  /** @returns undefined where there is no such thing */
  ask(questions: Questions, asked: QuestionOf<P, Q>): Promise<z.output<A> | undefined>;
  /** Null: there is nothing but JSON. */
  rows: ((answer: z.output<A>) => CellRows) | null;
}>;

/** A resource among others: what its own types held together is sure by now. */
export function resource<P extends ParameterShape, Q extends ParameterShape, A extends z.ZodType>(
  definition: Resource<P, Q, A>,
): Resource {
  return definition as unknown as Resource;
}
