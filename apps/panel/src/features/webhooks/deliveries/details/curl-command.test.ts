import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { curlCommand } from "./curl-command.ts";

const run = promisify(execFile);

it("sends the same bytes when a shell runs it", async () => {
  const received: { url: string | undefined; headers: string[]; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
    }
    const { url, rawHeaders } = request;
    received.push({ url, headers: rawHeaders, body: Buffer.concat(chunks).toString("utf8") });
    response.end("noted");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const path = "/in?list[]={1,2}&price=$HOME&it's=!";
  const sent = {
    "Content-Type": "application/json",
    "User-Agent": "Zonepost-Webhooks/1",
    "webhook-signature": "v1,K5oZ/+= v1,it's",
    "X-Empty": "",
  };
  for (const body of [
    `@{"name":"it's $HOME","text":"\`id\` \\n \\\\ %0a \\"ü💡\\" ''"}\n\n`,
    JSON.stringify({ long: "x".repeat(70_000) }),
  ]) {
    const command = curlCommand({
      url: `http://127.0.0.1:${port}${path}`,
      headers: { Host: "hooks.example.com", ...sent, "Content-Length": "7" },
      body,
    });
    const { stdout } = await run("sh", ["-c", `${command} --silent`]);
    expect([stdout.slice(0, 15), stdout.slice(-5)]).toEqual(["HTTP/1.1 200 OK", "noted"]);
    expect(received.at(-1)).toEqual({
      url: path,
      headers: [
        ...["Host", `127.0.0.1:${port}`],
        ...Object.entries(sent).flat(),
        ...["Content-Length", `${Buffer.byteLength(body)}`],
      ],
      body,
    });
  }
  server.close();
});
