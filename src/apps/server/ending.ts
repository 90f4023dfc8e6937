/** How the service ends: whoever is being answered is answered, and then no connection is waited for. */
import type { FastifyInstance } from "fastify";

/**
 * Node closes connections that are idle when the end begins, but neither those that become idle later nor those on which nothing was ever
 * asked, which browsers open in advance: they would last as long as their time-outs, more than a minute.
 * @param answerMs milliseconds after the beginning of the end when those go, too, who do not take their answers
 */
export function endInPeace(app: FastifyInstance, answerMs: number): void {
  let answering = 0;
  let isEnding = false;
  let last: NodeJS.Timeout | undefined;
  const closeAll = () => app.server.closeAllConnections();
  const closeOnceQuiet = () => {
    if (isEnding && answering === 0) closeAll();
  };
  app.addHook("onRequest", async (_request, { raw }) => {
    answering++;
    raw.once("close", () => {
      answering--;
      closeOnceQuiet();
    });
  });
  app.addHook("onSend", async (_request, reply) => {
    if (isEnding) reply.header("connection", "close");
  });
  app.addHook("preClose", async () => {
    isEnding = true;
    last = setTimeout(closeAll, answerMs);
    closeOnceQuiet();
  });
  app.addHook("onClose", async () => clearTimeout(last));
}
