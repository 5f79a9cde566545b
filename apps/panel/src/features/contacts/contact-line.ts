import type { Contact } from "@zonepost/schema";

/** A contact on one line, with enough detail to distinguish contacts of the same name. */
export const contactLine = ({ name, organization, email }: Contact) =>
  [name, organization, email].filter(Boolean).join(" · ");

/** The contact with the most domains, which is the best default. */
export const mostUsedContact = (contacts: Contact[]): Contact | undefined =>
  contacts.toSorted((one, other) => other.domainCount - one.domainCount)[0];
