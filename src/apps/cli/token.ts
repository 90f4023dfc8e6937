/** The tokens that services ask for, as the environment has them. */
import { PlumblineError } from "../../model/errors.ts";

/** Fewer characters can be guessed. */
const CHARACTERS_LEAST = 16;

/**
 * @returns null if the variable is not set
 * @throws PlumblineError of kind "usage" if the token can be guessed
 */
export function tokenOf(variable: string, env: NodeJS.ProcessEnv): string | null {
  const token = env[variable] || null;
  if (token === null || token.length >= CHARACTERS_LEAST) return token;
  throw new PlumblineError(
    "usage",
    `${variable} has ${token.length} characters, and a safe token has at least ${CHARACTERS_LEAST}`,
    { remedy: `export ${variable}=$(openssl rand -hex 24)` },
  );
}
