import { spawnSync } from "node:child_process";
import { appendFileSync, chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createMailRoles } from "@zonepost/db/mail-roles";
import { createStoppableDatabase } from "@zonepost/db/testing";
import { placeForTests } from "@zonepost/embedded-postgres/testing-place";
import {
  checkDatabaseQueries,
  connectDatabase,
  type MailServerOptions,
  mailConfiguration,
  productionOptions,
  writeMailConfiguration,
} from "@zonepost/mail-config";
import { makeSelfSigned } from "@zonepost/registry/self-signed";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

// Every password and mode of TLS as Postfix, Dovecot and the lookups service use them, against a real PostgreSQL.

const skips =
  (process.getuid?.() !== 0 || !existsSync("/usr/lib/dovecot/modules/auth/libdriver_pgsql.so")) &&
  process.env.CI !== "true";

let folder: string;
let server: Awaited<ReturnType<typeof createStoppableDatabase>>;
const role = 'mail servers\' "role"';
const caFile = () => path.join(folder, "its certificate.pem");

beforeAll(async () => {
  if (skips) {
    return;
  }
  folder = mkdtempSync(path.join(placeForTests(), "zp-connections-"));
  chmodSync(folder, 0o755);
  server = await createStoppableDatabase();
  const { keyPem, certificatePem } = makeSelfSigned("localhost", ["localhost"], new Date());
  writeFileSync(caFile(), certificatePem);
  writeFileSync(
    path.join(folder, "other.pem"),
    makeSelfSigned("localhost", ["localhost"], new Date()).certificatePem,
  );
  const [certificate, key] = ["certificate", "key"].map((name) => path.join(server.cluster, name));
  writeFileSync(certificate ?? "", certificatePem);
  writeFileSync(key ?? "", keyPem, { mode: 0o600 });
  spawnSync("chown", ["--reference", server.cluster, certificate ?? "", key ?? ""]);
  const settings = `ssl = on\nssl_cert_file = 'certificate'\nssl_key_file = 'key'\n`;
  appendFileSync(path.join(server.cluster, "postgresql.conf"), settings);
  await server.stop();
  await server.start();
  await setPassword("plain");
});
afterAll(async () => {
  await server?.drop();
  folder && rmSync(folder, { recursive: true, force: true });
});

const setPassword = (password: string) =>
  createMailRoles(server.url, {
    servers: { name: role, password },
    agent: { name: "agent", password: "plain" },
  });

const urlOf = (password: string, parameters = "", host = "127.0.0.1") =>
  `postgres://${encodeURIComponent(role)}:${encodeURIComponent(password)}@${host}:${new URL(server.url).port}/zonepost${parameters}`;

function optionsOf(databaseUrl: string, databaseCaFile?: string): MailServerOptions {
  const at = (name: string) => path.join(folder, name);
  writeFileSync(at("tls.pem"), makeSelfSigned("mail.test", ["mail.test"], new Date()).certificatePem);
  return productionOptions({
    hostname: "mail.test",
    databaseUrl,
    databaseCaFile,
    certificateFile: at("tls.pem"),
    keyFile: at("tls.pem"),
    to: at("configuration"),
    state: at("state"),
    run: at("run"),
    logs: at("logs"),
    keys: at("keys"),
    operatorAddress: "ops@example.net",
    mailUser: { name: "mail", uid: 8, gid: 8 },
  });
}

async function faultsWith(databaseUrl: string, databaseCaFile?: string): Promise<string[]> {
  const options = optionsOf(databaseUrl, databaseCaFile);
  await writeMailConfiguration(options);
  return checkDatabaseQueries(options);
}

/** What connects to the database: each file with its address, and the lookups service. */
const namesWithAddress = () => [
  ...mailConfiguration(optionsOf(urlOf("marked-password")))
    .filter(({ text }) => text.includes("marked-password"))
    .map(({ path: name }) => name),
  "lookups service",
];

const passwords = [
  "plain",
  "p a's#s",
  " two  blanks around ",
  "'\"double\" 'single' ''",
  "back\\slash \\'\\\" at its end\\",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a parameter in the files of Postfix
  "100% %u%%41 $name ${name} $$ `id` $(id) | & < >",
  "# {brace} [bracket]; -- /* */ a,b:c@d/e?f=g",
  "a host=192.0.2.1 maxconns=0 sslmode=disable password=x",
  "größe 密码 🔑 *?~!^",
];

describe.skipIf(skips)("the database (skipped without root and the mail servers)", () => {
  it.each(passwords)(
    "is reached by each map of Postfix, each file of Dovecot and the lookups service with the password %j",
    async (password) => {
      await setPassword(password);
      // On a busy machine, a connection can take longer than the servers wait for it.
      await expect.poll(() => faultsWith(urlOf(password))).toEqual([]);
    },
  );

  it("names each file that doesn't reach it", async () => {
    await setPassword("right");
    const faults = await faultsWith(urlOf("wrong"));
    expect(faults.map((fault) => fault.split(":")[0]).sort()).toEqual(namesWithAddress().sort());
    expect(faults.join()).not.toContain("wrong");
  });

  it.each([
    ["?sslmode=prefer", undefined, "localhost", true, true],
    ["?sslmode=require", undefined, "localhost", true, true],
    ["?sslmode=verify-ca", "its certificate.pem", "127.0.0.1", true, true],
    ["?sslmode=verify-full", "its certificate.pem", "localhost", true, true],
    ["?sslmode=verify-full", "its certificate.pem", "127.0.0.1", false, true],
    ["?sslmode=verify-ca", "other.pem", "localhost", false, true],
    ["?sslmode=require", "other.pem", "localhost", false, true],
  ])(
    "with %s, the certificate %s and the name %s: all connect, or none does",
    async (mode, ca, host, connects, isEncrypted) => {
      await setPassword("plain");
      const url = urlOf("plain", mode, host);
      const file = ca && path.join(folder, ca);
      await expect.poll(() => faultsWith(url, file)).toHaveLength(connects ? 0 : namesWithAddress().length);
      if (connects) {
        const address = file ? `${url}&sslrootcert=${encodeURIComponent(file)}` : url;
        const sql = connectDatabase({ url: address }, { max: 1 });
        const [row] = await sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`;
        await sql.end();
        expect(row?.ssl).toBe(isEncrypted);
      }
    },
  );

  it("isn't reached by a server that can't read the certificates", async () => {
    const hidden = path.join(folder, "hidden.pem");
    writeFileSync(hidden, "", { mode: 0o600 });
    const faults = await faultsWith(urlOf("plain", "?sslmode=verify-full", "localhost"), hidden);
    expect(faults).toHaveLength(namesWithAddress().length);
  });
});
