export { emailAddress as mailAddress, mailAliasAddress, mailLocalPart } from "../email-address.ts";
