import { namespaces } from "../../namespaces.ts";
import { element, tokenOf, type XmlElement } from "../../xml/element.ts";
import {
  checkLength,
  childrenNamed,
  dateTimeOf,
  optionalChild,
  requiredChild,
  writeDateTime,
} from "../read.ts";

/** The server's message when a connection opens, and its response to `<hello>` (RFC 5730 section 2.4). */
export type Greeting = {
  /** 3 to 64 characters */
  serverId: string;
  date: Date;
  versions: string[];
  languages: string[];
  objectUris: string[];
  extensionUris: string[];
};

function eppElement(name: string, children: Parameters<typeof element>[3] = []): XmlElement {
  return element(namespaces.epp, name, {}, children);
}

/** Encodes a greeting. Its data collection policy (RFC 5730 section 2.4) is always the same: provisioning, public. */
export function encodeGreeting(greeting: Greeting): XmlElement {
  return eppElement("greeting", [
    eppElement("svID", [checkLength("svID", greeting.serverId, 3, 64)]),
    eppElement("svDate", [writeDateTime(greeting.date)]),
    eppElement("svcMenu", [
      ...greeting.versions.map((version) => eppElement("version", [version])),
      ...greeting.languages.map((language) => eppElement("lang", [language])),
      ...greeting.objectUris.map((uri) => eppElement("objURI", [uri])),
      greeting.extensionUris.length === 0
        ? undefined
        : eppElement(
            "svcExtension",
            greeting.extensionUris.map((uri) => eppElement("extURI", [uri])),
          ),
    ]),
    eppElement("dcp", [
      eppElement("access", [eppElement("all")]),
      eppElement("statement", [
        eppElement("purpose", [eppElement("admin"), eppElement("prov")]),
        eppElement("recipient", [eppElement("ours"), eppElement("public")]),
        eppElement("retention", [eppElement("stated")]),
      ]),
    ]),
  ]);
}

export function decodeGreeting(item: XmlElement): Greeting {
  const menu = requiredChild(item, "svcMenu");
  const extensions = optionalChild(menu, "svcExtension");
  return {
    serverId: tokenOf(requiredChild(item, "svID")),
    date: dateTimeOf(requiredChild(item, "svDate")),
    versions: childrenNamed(menu, "version").map(tokenOf),
    languages: childrenNamed(menu, "lang").map(tokenOf),
    objectUris: childrenNamed(menu, "objURI").map(tokenOf),
    extensionUris: extensions ? childrenNamed(extensions, "extURI").map(tokenOf) : [],
  };
}
