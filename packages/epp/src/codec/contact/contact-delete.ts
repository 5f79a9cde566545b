import { namespaces } from "../../namespaces.ts";
import type { CommandCodec } from "../command-codec.ts";
import { objectOf, wrapObject } from "../object-command.ts";
import { assertShape } from "../read.ts";
import { contactElement, decodeContactId, encodeContactId } from "./contact-parts.ts";

/** Deletes a contact; fails with 2305 while a domain uses it (RFC 5733 section 3.2.2). */
export type ContactDeleteCommand = {
  type: "contact:delete";
  id: string;
};

export const contactDelete: CommandCodec<ContactDeleteCommand, undefined> = {
  type: "contact:delete",
  verb: "delete",
  objectUri: namespaces.contact,
  extensionUris: [],
  changes: () => true,
  encodeCommand: ({ id }) => wrapObject(contactElement("delete", {}, [encodeContactId(id)])),
  decodeCommand({ verb }) {
    const item = objectOf(verb);
    assertShape(item, ["id"]);
    return { type: "contact:delete", id: decodeContactId(item) };
  },
  encodeResult: () => ({ resData: [], extensions: [] }),
  decodeResult: () => undefined,
};
