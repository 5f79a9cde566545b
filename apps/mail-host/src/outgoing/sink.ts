import { SMTPServer } from "smtp-server";

export type OutgoingMessage = { from: string; to: string[]; raw: Buffer };

/** Takes all mail to other hosts, so that nothing leaves this machine. A message that can't be stored is deferred. */
export async function startSink(
  port: number,
  store: (message: OutgoingMessage) => Promise<void>,
): Promise<{ close(): Promise<void> }> {
  const server = new SMTPServer({
    banner: "the sandbox's outbox",
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        const message = {
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks),
        };
        store(message).then(
          () => done(),
          () => done(Object.assign(new Error("The outbox is not available"), { responseCode: 451 })),
        );
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { close: () => new Promise((resolve) => server.close(() => resolve())) };
}
