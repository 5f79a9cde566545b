import { domainToASCII } from "node:url";
import postgres from "postgres";
import { expect, it, onTestFinished } from "vitest";
import { createTestDatabase } from "../src/testing.ts";

it("converts typed domains to the A-labels under which they are stored", async () => {
  const database = await createTestDatabase();
  const sql = postgres(database.url, { max: 1 });
  onTestFinished(async () => {
    await sql.end({ timeout: 1 });
    await database.drop();
  });
  const names = [
    "example.com",
    "EXAMPLE.com",
    "bäckerei-lindner.de",
    "BÄCKEREI-LINDNER.DE",
    "bäckerei-lindner.de".normalize("NFD"),
    "Ürgüp.example",
    "straße.de",
    "münchen.bücher.example",
    "日本語.jp",
    "пример.испытание",
    "ΠΑΡΆΔΕΙΓΜΑ.gr",
    "한국.kr",
    "مثال.إختبار",
    "उदाहरण.परीक्षा",
    "ｆｕｌｌｗｉｄｔｈé.example",
    "日本語。jp",
    "a-é-b.example",
    "éééééééééé.example",
    "💩.la",
    "xn--mnchen-3ya.de",
    "XN--MNCHEN-3YA.DE",
  ];
  const rows = await sql<{ name: string; ascii: string }[]>`
    select name, mail_host.ascii_domain(name) as ascii from unnest(${names}::text[]) as name`;
  expect(rows.map(({ name, ascii }) => [name, ascii])).toEqual(
    names.map((name) => [name, domainToASCII(name)]),
  );
  const [address] = await sql`
    select mail_host.ascii_address('a@b@bücher.de') as two, mail_host.ascii_address('@bücher.de') as catchall,
      mail_host.ascii_address('müller') as none, mail_host.ascii_address('Info@Example.COM') as ascii`;
  expect(address).toEqual({
    two: "a@b@xn--bcher-kva.de",
    catchall: "@xn--bcher-kva.de",
    none: "xn--mller-kva",
    ascii: "Info@Example.COM",
  });
});
