import { SMTPServer } from "smtp-server";

export type OutgoingMessage = { from: string; to: string[]; raw: Buffer };

/** Recipients of other hosts, by the local part, with which a sandbox can try what happens. */
const replies: Record<string, { code: number; text: string }> = {
  refuse: { code: 550, text: "5.1.1 There is no such mailbox here" },
  greylist: { code: 450, text: "4.7.1 Greylisted, try again later" },
};

/** Takes all mail to other hosts, so that nothing leaves this machine. A message that can't be stored is deferred. */
export async function startSink(
  port: number,
  store: (message: OutgoingMessage) => Promise<void>,
): Promise<{ close(): Promise<void> }> {
  const server = new SMTPServer({
    banner: "the sandbox's outbox",
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    onRcptTo({ address }, _session, done) {
      const reply = replies[address.slice(0, address.indexOf("@")).toLowerCase()];
      done(reply && Object.assign(new Error(reply.text), { responseCode: reply.code }));
    },
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
