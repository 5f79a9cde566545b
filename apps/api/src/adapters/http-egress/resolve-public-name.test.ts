import { Resolver } from "node:dns/promises";
import type { Answer } from "dns-packet";
import { expect, it } from "vitest";
import { reply, startServer } from "../../../test/support/dns/dns-server.ts";
import { createPublicResolver } from "./resolve-public-name.ts";

const nameError = 3;
const addresses: Record<string, Answer[]> = {
  "both.example.com A": [{ type: "A", name: "both.example.com", data: "192.0.2.1" }],
  "both.example.com AAAA": [{ type: "AAAA", name: "both.example.com", data: "2001:db8::1" }],
  "one.example.com AAAA": [{ type: "AAAA", name: "one.example.com", data: "2001:db8::2" }],
};

/** Never answers about names under silent.example.com. */
const startNameserver = () =>
  startServer((query) => {
    const [question] = query.questions ?? [];
    const answers = addresses[`${question?.name} ${question?.type}`];
    if (question?.name.endsWith("silent.example.com")) {
      return undefined;
    }
    return reply(query, question?.name === "none.example.com" ? nameError : 0, answers);
  });

function resolverOf({ port }: { port: number }): Resolver {
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${port}`]);
  return resolver;
}

it("returns a name's IPv4 and IPv6 addresses, and the reason if there are none", async () => {
  await using nameserver = await startNameserver();
  const resolve = createPublicResolver(resolverOf(nameserver));
  expect(await resolve("both.example.com")).toEqual([
    { address: "192.0.2.1", family: 4 },
    { address: "2001:db8::1", family: 6 },
  ]);
  expect(await resolve("one.example.com")).toEqual([{ address: "2001:db8::2", family: 6 }]);
  await expect(resolve("none.example.com")).rejects.toMatchObject({ code: "ENOTFOUND" });
  await expect(resolve("empty.example.com")).rejects.toMatchObject({ code: "ENODATA" });
});

it("isn't held up by many names that never resolve", async () => {
  await using nameserver = await startNameserver();
  const resolver = resolverOf(nameserver);
  const resolve = createPublicResolver(resolver);
  const silent = Array.from({ length: 50 }, (_, index) => resolve(`${index}.silent.example.com`));
  const settled = Promise.allSettled(silent);
  const first = await Promise.race([resolve("both.example.com"), ...silent]);
  expect(first).toHaveLength(2);
  resolver.cancel();
  expect((await settled).every(({ status }) => status === "rejected")).toBe(true);
});
