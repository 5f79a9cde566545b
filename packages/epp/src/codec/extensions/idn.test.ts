import { describe, expect, it } from "vitest";
import { namespaces } from "../../namespaces.ts";
import { decodeClientMessage, encodeCommand } from "../client-message.ts";
import type { EppCommand } from "../commands.ts";
import { decodeResult, decodeServerMessage, encodeResponse, encodeResult } from "../server-message.ts";

const create = { type: "domain:create", name: "xn--espaol-zwa.com", authInfo: "x" } as const;
const send = (command: EppCommand) => decodeClientMessage(encodeCommand(command, "ABC-1"));

describe("the IDN table of a registration", () => {
  it.each<[string, EppCommand, string]>([
    ["idn-1.0", { ...create, idn: { table: "es" } }, namespaces.idn],
    [
      "idn-1.0 with the name",
      { ...create, idn: { table: "es", unicodeName: "español.com" } },
      namespaces.idn,
    ],
    ["a language tag", { ...create, idnLanguage: "SPA" }, namespaces.idnLang],
  ])("arrives as it was sent: %s", (_case, command, uri) => {
    expect(send(command)).toMatchObject({ command, usedUris: [namespaces.domain, uri] });
  });

  it("has the elements of the specifications", () => {
    expect(encodeCommand({ ...create, idn: { table: "es", unicodeName: "español.com" } }, "ABC-1")).toContain(
      `<idn:data xmlns:idn="urn:ietf:params:xml:ns:idn-1.0"><idn:table>es</idn:table><idn:uname>español.com</idn:uname></idn:data>`,
    );
    expect(encodeCommand({ ...create, idnLanguage: "SPA" }, "ABC-1")).toContain(
      `<idnLang:tag xmlns:idnLang="http://www.verisign.com/epp/idnLang-1.0">SPA</idnLang:tag>`,
    );
  });

  it("has its name in normalization form C", () => {
    const idn = { table: "es", unicodeName: "espan\u0303ol.com" };
    expect(send({ ...create, idn })).toMatchObject({ command: { idn: { unicodeName: "espa\u00f1ol.com" } } });
  });

  it.each<[string, EppCommand]>([
    ["no table", { ...create, idn: { table: "" } }],
    ["an empty name", { ...create, idn: { table: "es", unicodeName: "" } }],
    ["a name of 256 characters", { ...create, idn: { table: "es", unicodeName: "a".repeat(256) } }],
    ["no language", { ...create, idnLanguage: "" }],
    ["a language with a space", { ...create, idnLanguage: "GER MAN" }],
    ["a language of 9 letters", { ...create, idnLanguage: "ESPERANTO" }],
  ])("isn't sent with %s", (_case, command) => {
    expect(() => encodeCommand(command, "ABC-1")).toThrow();
  });

  it("is read from the response to an info command", () => {
    const xml = `<epp xmlns="${namespaces.epp}" xmlns:d="${namespaces.domain}" xmlns:i="${namespaces.idn}"><response><result code="1000"><msg>ok</msg></result><resData><d:infData><d:name>xn--espaol-zwa.com</d:name><d:roid>D1-X</d:roid><d:clID>us1</d:clID></d:infData></resData><extension><i:data><i:table>es</i:table><i:uname>español.com</i:uname></i:data></extension><trID><svTRID>SRV-1</svTRID></trID></response></epp>`;
    const read = (text: string) => {
      const message = decodeServerMessage(text);
      return message.type === "response" ? decodeResult("domain:info", message.parts) : undefined;
    };
    const info = read(xml);
    expect(info?.idn).toEqual({ table: "es", unicodeName: "español.com" });
    const parts = info && encodeResult("domain:info", info);
    expect(read(encodeResponse({ code: 1000, svTRID: "SRV-1", ...(parts && { parts }) }))).toEqual(info);
  });
});
