import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeSelfSigned } from "../../../sandbox/registry/src/tls/self-signed.ts";
import type { NodeRelease } from "../../../testing/node-release.ts";
import { describePackedPackage, eachRelease } from "../../../testing/packed-package.ts";
import { createEppPool } from "../src/client/pool.ts";
import type { DomainInfo } from "../src/codec/domain/domain-info.ts";
import { type SmallRegistry, startSmallRegistry } from "./small-registry.ts";

const consumer = `
  import { createEppPool, type DomainTransferResult, type EppClient, isEppRefusal } from "@zonepost/epp";
  import { codecOf, encodeCommand, writeXml } from "@zonepost/epp/codec";
  const client: EppClient = createEppPool({
    host: "", port: 700, clientId: "", password: "", maxSessions: 1,
  });
  const { data } = await client.domainTransferQuery("example.com");
  export const transfer: DomainTransferResult = data;
  export const codeOf = (error: unknown): number | undefined =>
    isEppRefusal(error, "pending_transfer") ? error.code : undefined;
  export const xml: string[] = [
    encodeCommand({ type: "domain:delete", name: "example.com" }, "ABC-1"),
    writeXml(codecOf({ type: "logout" }).encodeCommand({ type: "logout" }).verb),
  ];
  // @ts-expect-error: a query has a separate method
  await client.domainTransfer("example.com", "query");`;

const program = `
  import { createEppPool, EppResultError } from "@zonepost/epp";
  import { readFile } from "node:fs/promises";
  const client = createEppPool({
    host: process.env.EPP_HOST, port: Number(process.env.EPP_PORT), clientId: "ClientX", password: "foo-BAR2",
    maxSessions: 2, tls: { ca: await readFile(process.env.EPP_CA_FILE) },
  });
  const checks = await Promise.all(["a.com", "b.com"].map((name) => client.domainCheck([name])));
  const refused = await client.domainInfo("a.com").catch((error) => error);
  const { open } = client.state();
  await client.close();
  console.log(JSON.stringify({
    available: checks.map(({ data }) => data.domains[0].available),
    typed: refused instanceof EppResultError,
    refused: refused.resultClass,
    open,
  }));`;

const takenDomain: DomainInfo = {
  name: "taken-already.com",
  roid: "D2-REP",
  statuses: ["ok"],
  contacts: [],
  nameservers: [],
  subordinateHosts: [],
  sponsoringClientId: "ClientY",
};

const settings = {
  name: "epp",
  imports: ["node:crypto", "node:net", "node:tls", "saxes"],
  otherFiles: ["examples/domain-life.ts"],
  types: ["node"],
  consumer,
};

describePackedPackage(settings, (get) => {
  let registry: SmallRegistry;
  let env: Record<string, string>;

  beforeAll(async () => {
    const identity = makeSelfSigned("Small registry", ["127.0.0.1"], new Date());
    registry = await startSmallRegistry([], identity);
    const certificateFile = join(get().projectFolder, "certificate.pem");
    await writeFile(certificateFile, identity.certificatePem);
    env = {
      EPP_HOST: "127.0.0.1",
      EPP_PORT: String(registry.port),
      EPP_CLIENT_ID: "ClientX",
      EPP_PASSWORD: "foo-BAR2",
      EPP_CA_FILE: certificateFile,
    };
  });
  afterAll(() => registry.close());

  it.each(eachRelease)("works with a registry under Node $release", async ({ release }) => {
    const { stdout } = await get().run("program.js", program, { release, env });
    expect(JSON.parse(stdout)).toEqual({
      available: [true, true],
      typed: true,
      refused: "object_does_not_exist",
      open: 2,
    });
  });

  it.each(eachRelease)(
    "runs its README's first example as pasted under Node $release",
    async ({ release }) => {
      const { examples, readme, run } = get();
      registry.domains.set("taken-already.com", takenDomain);
      const promised = [...readme.matchAll(/\/\/ prints: (.*)/g)].map(([, line]) => line);
      const { stdout } = await run("example.js", String(examples("js")[0]), { release, env });
      expect(stdout.trim().split("\n")).toEqual(promised);
    },
  );

  it.each([{ release: 22 }, { release: 24 }] as { release: NodeRelease }[])(
    "has an example that Node $release runs as it is, once it is copied out of node_modules",
    async ({ release }) => {
      const { installedFolder, run } = get();
      const example = await readFile(join(installedFolder, "examples/domain-life.ts"), "utf8");
      const { stdout } = await run("domain-life.ts", example, {
        release,
        args: [`example-${release}.com`],
        env,
      });
      expect(stdout.trim().split("\n")).toEqual([
        `example-${release}.com available: true, 11.88 EUR`,
        "registered until 2027-01-01T00:00:00.000Z, clientTransferProhibited",
        "renewed until 2028-01-01T00:00:00.000Z",
        "deleted, and can be restored",
        "restored, ok",
      ]);
    },
  );

  it("type-checks the TypeScript of its README", async () => {
    const { examples, findTypeErrors } = get();
    const blocks = examples("ts");
    expect(blocks.length).toBeGreaterThan(0);
    for (const block of blocks) {
      const source = `import type { EppClient } from "@zonepost/epp";\ndeclare const client: EppClient;\n${block}`;
      await expect(findTypeErrors(source, "nodenext")).resolves.toBe("");
    }
  });

  it("names every method of the client in its README", () => {
    const { readme } = get();
    const options = { host: "", port: 700, clientId: "", password: "", maxSessions: 1 };
    const names = [...Object.keys(createEppPool(options)), "createEppClient", "createEppPool"];
    expect(names.filter((name) => !readme.includes(`${name}(`) && !readme.includes(`\`${name}\``))).toEqual(
      [],
    );
  });
});
