/** A line of text for people's chat: the JSON that Slack reads, and with it Mattermost, Rocket.Chat and Discord (its address and /slack). */
import { PlumblineError } from "../../model/errors.ts";
import { plainLine } from "../../text/outside.ts";

const PATIENCE_MS = 10_000;

/**
 * @param address as its service gave it; it is a secret, and no error names it
 * @param text plain; what Slack takes for markup, mentions among it, is written out
 * @throws PlumblineError of kind "github" where it was not taken
 */
export async function tellWebhook(address: string, text: string): Promise<void> {
  const refuse = (why: string, cause?: unknown) =>
    new PlumblineError("github", `the webhook was not notified: ${why}`, {
      remedy: "check the secret behind the input alert-webhook, and that this runner reaches its host",
      cause,
    });
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw refuse("its address is no http or https URL");
  }
  const body = JSON.stringify({
    text: text.replace(/[&<>]/g, (c) => `&${{ "&": "amp", "<": "lt", ">": "gt" }[c]!};`),
  });
  const request = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
    signal: AbortSignal.timeout(PATIENCE_MS),
  };
  const answer = await fetch(address, request).catch((error: Error) => {
    const { cause } = error as { cause?: { code?: string; message?: string } };
    throw refuse(cause?.code ?? cause?.message ?? error.name, error);
  });
  if (answer.ok) return;
  throw refuse(`it answered ${answer.status} ${plainLine(await answer.text(), 100)}`);
}
