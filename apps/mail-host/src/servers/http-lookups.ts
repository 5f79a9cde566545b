import { createServer, type Server } from "node:http";

const maxBodyBytes = 64 * 1024;

/** Undefined: the question isn't of the expected form. */
export type Answer = { status: number; body?: unknown } | undefined;

/** A question in JSON, by the path that it is posted to. */
export type Lookups = Record<string, (question: unknown) => Promise<Answer>>;

/** Questions of Rspamd and Dovecot. One that can't be answered at the moment gets 503. */
export function createHttpLookups(lookups: Lookups): Server {
  return createServer((request, response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const reply = ({ status, body }: NonNullable<Answer>) =>
      response
        .writeHead(status, { "Content-Type": "application/json" })
        .end(body === undefined ? undefined : JSON.stringify(body));
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBodyBytes) {
        reply({ status: 413 });
        request.destroy();
        return;
      }
      chunks.push(chunk);
    });
    request.on("end", () => {
      const { pathname } = new URL(request.url ?? "/", "http://lookups");
      const lookup = request.method === "POST" ? lookups[pathname] : undefined;
      if (!lookup) {
        reply({ status: 404 });
        return;
      }
      lookup(parseJson(Buffer.concat(chunks).toString("utf8"))).then(
        (answer) => reply(answer ?? { status: 400 }),
        () => reply({ status: 503 }),
      );
    });
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
