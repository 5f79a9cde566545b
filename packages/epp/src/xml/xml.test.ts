import { describe, expect, it } from "vitest";
import { namespaces } from "../namespaces.ts";
import { element, textOf, tokenOf } from "./element.ts";
import { EppXmlError, parseXml } from "./parse.ts";
import { writeXml } from "./write.ts";

describe("reading XML", () => {
  it("resolves prefixes and default namespaces", () => {
    const root = parseXml('<a xmlns="urn:one" xmlns:x="urn:two"><x:b k="v"/><b xmlns="urn:three"/></a>');
    expect(root).toMatchObject({ namespace: "urn:one", name: "a" });
    expect(root.children).toEqual([
      { namespace: "urn:two", name: "b", attributes: { k: "v" }, children: [] },
      { namespace: "urn:three", name: "b", attributes: {}, children: [] },
    ]);
  });

  it("joins text, character data sections and the five built-in entities", () => {
    const root = parseXml("<a> x<![CDATA[<&>]]>&amp;&lt;&gt;&quot;&apos;&#233; </a>");
    expect(textOf(root)).toBe(" x<&>&<>\"'é ");
    expect(tokenOf(root)).toBe("x<&>&<>\"'é");
  });

  const refused: [string, string][] = [
    ["a document type", '<!DOCTYPE a SYSTEM "http://127.0.0.1/a.dtd"><a/>'],
    ["an empty document type", "<!DOCTYPE a><a/>"],
    ["an external entity", '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>&e;</a>'],
    [
      "entities that expand to entities",
      '<!DOCTYPE a [<!ENTITY x "ha"><!ENTITY y "&x;&x;&x;&x;"><!ENTITY z "&y;&y;&y;&y;">]><a>&z;</a>',
    ],
    ["an undeclared entity", "<a>&nbsp;</a>"],
    ["an undeclared prefix", "<x:a/>"],
    ["a missing end tag", "<a><b></a>"],
    ["two roots", "<a/><b/>"],
    ["text alone", "hello"],
    ["nothing", ""],
    ["a duplicate attribute", '<a k="1" k="2"/>'],
    ["another encoding", '<?xml version="1.0" encoding="UTF-16"?><a/>'],
    ["a control character", "<a>\u0000</a>"],
    ["a nesting of 33 levels", `${"<a>".repeat(33)}${"</a>".repeat(33)}`],
    ["unclosed nesting", "<a>".repeat(100_000)],
    ["more than 50,000 elements", `<a>${"<b/>".repeat(50_000)}</a>`],
  ];
  it.each(refused)("rejects %s", (_what, text) => {
    expect(() => parseXml(text)).toThrow(EppXmlError);
  });
});

describe("writing XML", () => {
  it("declares each namespace at its first use, and the protocol's as the default", () => {
    const inner = element(namespaces.domain, "check", {}, [
      element(namespaces.domain, "name", {}, ["a.com"]),
    ]);
    const root = element(namespaces.epp, "epp", {}, [
      inner,
      element("urn:other", "more"),
      element(namespaces.epp, "x"),
    ]);
    expect(writeXml(root)).toBe(
      '<?xml version="1.0" encoding="UTF-8" standalone="no"?>' +
        '<epp xmlns="urn:ietf:params:xml:ns:epp-1.0">' +
        '<domain:check xmlns:domain="urn:ietf:params:xml:ns:domain-1.0"><domain:name>a.com</domain:name></domain:check>' +
        '<ns1:more xmlns:ns1="urn:other"/><x/></epp>',
    );
  });

  it("preserves any text and attribute, including markup, line breaks and all scripts", () => {
    const awkward = `]]> <b k='v'>&amp;</b> "quoted"\t\r\n Grüße 試験 😀`;
    const root = element("urn:a", "a", { k: awkward }, [awkward]);
    expect(parseXml(writeXml(root))).toEqual(root);
  });

  it.each(["\u0000", "\u0008", "\u001f", "\ufffe", "\ud800"])(
    "rejects a character that XML can't represent",
    (text) => {
      expect(() => writeXml(element("urn:a", "a", {}, [text]))).toThrow(EppXmlError);
      expect(() => writeXml(element("urn:a", "a", { k: text }))).toThrow(EppXmlError);
    },
  );
});
