import type { Contact } from "@zonepost/schema";

/** A contact in one line, told apart from others of the same name. */
export const contactLine = ({ name, organization, email }: Contact) =>
  [name, organization, email].filter(Boolean).join(" · ");

/** The contact with the most domains, as the best default. */
export const mostUsedContact = (contacts: Contact[]): Contact | undefined =>
  contacts.toSorted((one, other) => other.domainCount - one.domainCount)[0];
