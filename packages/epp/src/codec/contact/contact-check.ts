import { namespaces } from "../../namespaces.ts";
import { decodeCheckData, encodeCheckData } from "../check-data.ts";
import { EppCodecError } from "../codec-error.ts";
import type { CommandCodec } from "../command-codec.ts";
import { objectOf, requiredResult, wrapObject } from "../object-command.ts";
import { assertShape, childrenNamed, tokenBetween } from "../read.ts";
import { contactElement, encodeContactId } from "./contact-parts.ts";

/** Checks whether contacts can be created with these identifiers (RFC 5733 section 3.1.1). */
export type ContactCheckCommand = {
  type: "contact:check";
  /** 3 to 16 characters each */
  ids: string[];
};

export type ContactCheckResult = {
  contacts: ContactAvailability[];
};

export type ContactAvailability = {
  id: string;
  available: boolean;
  /** The reason if it isn't available; at most 32 characters. */
  reason?: string;
};

export const contactCheck: CommandCodec<ContactCheckCommand, ContactCheckResult> = {
  type: "contact:check",
  verb: "check",
  objectUri: namespaces.contact,
  extensionUris: [],
  changes: () => false,

  encodeCommand({ ids }) {
    if (ids.length === 0) {
      throw new EppCodecError(2003, "a check needs an identifier");
    }
    return wrapObject(contactElement("check", {}, ids.map(encodeContactId)));
  },

  decodeCommand({ verb }) {
    const item = objectOf(verb);
    assertShape(item, ["id"]);
    const ids = childrenNamed(item, "id").map((id) => tokenBetween(id, 3, 16));
    if (ids.length === 0) {
      throw new EppCodecError(2003, "a check needs an identifier");
    }
    return { type: "contact:check", ids };
  },

  encodeResult: ({ contacts }) => ({
    resData: [
      encodeCheckData(
        namespaces.contact,
        "id",
        contacts.map(({ id, ...rest }) => ({ key: id, ...rest })),
      ),
    ],
    extensions: [],
  }),

  decodeResult(parts) {
    const items = decodeCheckData(requiredResult(parts, namespaces.contact, "chkData"), "id");
    return { contacts: items.map(({ key, ...rest }) => ({ id: key, ...rest })) };
  },
};
