import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { createDb } from "../src/index.ts";
import { createTestDatabase } from "../src/testing.ts";

it("a connection that is lost while the driver reads the types of arrays only fails its query", async () => {
  const database = await createTestDatabase();
  const { hostname, port } = new URL(database.url);
  let isAway = true;
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    client.on("error", () => {}).on("close", () => server.destroy());
    server.on("error", () => {}).on("close", () => client.destroy());
    client.on("data", (message) => {
      if (isAway && message.includes("pg_catalog.pg_type")) {
        proxy.close();
        server.destroy();
      } else {
        server.write(message);
      }
    });
    server.pipe(client);
  });
  const listen = async (at: number) => {
    proxy.listen(at, "127.0.0.1");
    await once(proxy, "listening");
    return (proxy.address() as AddressInfo).port;
  };
  const address = new URL(database.url);
  address.hostname = "127.0.0.1";
  address.port = String(await listen(0));
  const db = createDb(address.href, { maxConnections: 1 });
  const query = () => db.execute<{ names: string[] }>(sql`select array['one', 'two'] as names`);
  try {
    // Vitest reports a rejection that nothing handles, which would end a process.
    await expect(query()).rejects.toThrow();
    isAway = false;
    await listen(Number(address.port));
    expect(await query()).toMatchObject([{ names: ["one", "two"] }]);
  } finally {
    await db.close();
    proxy.close();
    await database.drop();
  }
});
