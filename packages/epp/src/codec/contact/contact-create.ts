import { namespaces } from "../../namespaces.ts";
import { decodeAuthInfo, encodeAuthInfo } from "../auth-info.ts";
import { EppCodecError } from "../codec-error.ts";
import type { CommandCodec } from "../command-codec.ts";
import { objectOf, requiredResult, wrapObject } from "../object-command.ts";
import {
  assertShape,
  dateTimeOf,
  requiredChild,
  tokenBetween,
  withoutAbsent,
  writeDateTime,
} from "../read.ts";
import {
  assertPostalTypes,
  type ContactDisclosure,
  contactElement,
  decodeContactId,
  decodeDisclosure,
  decodePhone,
  decodePostalInfo,
  decodePostalInfos,
  encodeContactId,
  encodeDisclosure,
  encodeEmail,
  encodePhone,
  encodePostalInfo,
  type PhoneNumber,
  type PostalInfo,
} from "./contact-parts.ts";

/** Creates a contact with an identifier that the client chooses (RFC 5733 section 3.2.1). */
export type ContactCreateCommand = {
  type: "contact:create";
  /** 3 to 16 characters. The server may assign a different one and returns it in the result. */
  id: string;
  /** One of either type, or both. */
  postalInfos: PostalInfo[];
  voice?: PhoneNumber;
  fax?: PhoneNumber;
  email: string;
  authInfo: string;
  disclosure?: ContactDisclosure;
};

export type ContactCreateResult = {
  /** The contact's identifier at the server. */
  id: string;
  createdAt: Date;
};

export const contactCreate: CommandCodec<ContactCreateCommand, ContactCreateResult> = {
  type: "contact:create",
  verb: "create",
  objectUri: namespaces.contact,
  extensionUris: [],
  changes: () => true,

  encodeCommand(command) {
    assertPostalTypes(command.postalInfos, 1);
    return wrapObject(
      contactElement("create", {}, [
        encodeContactId(command.id),
        ...command.postalInfos.map(encodePostalInfo),
        encodePhone("voice", command.voice),
        encodePhone("fax", command.fax),
        encodeEmail(command.email),
        encodeAuthInfo(command.authInfo, { namespace: namespaces.contact }),
        encodeDisclosure(command.disclosure),
      ]),
    );
  },

  decodeCommand({ verb }) {
    const item = objectOf(verb);
    assertShape(item, ["id", "postalInfo", "voice", "fax", "email", "authInfo", "disclose"]);
    const authInfo = decodeAuthInfo(item);
    if (typeof authInfo !== "string") {
      throw new EppCodecError(2003, "a create needs <authInfo>");
    }
    return {
      type: "contact:create",
      id: decodeContactId(item),
      postalInfos: decodePostalInfos(item, decodePostalInfo, 1),
      email: tokenBetween(requiredChild(item, "email"), 1, 320),
      authInfo,
      ...withoutAbsent({
        voice: decodePhone(item, "voice") ?? undefined,
        fax: decodePhone(item, "fax") ?? undefined,
        disclosure: decodeDisclosure(item),
      }),
    };
  },

  encodeResult: ({ id, createdAt }) => ({
    resData: [
      contactElement("creData", {}, [
        encodeContactId(id),
        contactElement("crDate", {}, [writeDateTime(createdAt)]),
      ]),
    ],
    extensions: [],
  }),

  decodeResult(parts) {
    const item = requiredResult(parts, namespaces.contact, "creData");
    return { id: decodeContactId(item), createdAt: dateTimeOf(requiredChild(item, "crDate")) };
  },
};
