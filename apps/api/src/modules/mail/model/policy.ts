import { type MailActivation, type MailPlanSlug, mailPlans } from "@zonepost/schema";
import type { FieldError } from "../../../kernel/errors.ts";

/** After the domain has left, unless it can still be restored then. */
export const daysUntilErasure = 30;

/** Above manual set-ups, below forwarding used as a mailing list. */
export const maxAliasesPerDomain = 500;

type MailPlan = (typeof mailPlans)[number];

export function planOf(slug: MailPlanSlug): MailPlan {
  const plan = mailPlans.find((each) => each.slug === slug);
  if (!plan) {
    throw new Error(`there is no mail plan ${slug}`);
  }
  return plan;
}

export function hasRoomForAccount(accountCount: number, maxAccounts: number): boolean {
  return accountCount < maxAccounts;
}

/**
 * The record to publish (RFC 6376 3.6.1), in one piece. In a zone file, it must be split into strings of at most 255
 * octets.
 */
export function dkimRecord(key: {
  selector: string;
  domainName: string;
  /** SubjectPublicKeyInfo (DER) in base64. */
  publicKey: string;
}): MailActivation["dkim"] {
  return {
    selector: key.selector,
    host: `${key.selector}._domainkey.${key.domainName}`,
    record: `v=DKIM1; k=rsa; p=${key.publicKey}`,
  };
}

export const fullAddressOf = (localPart: string, domainName: string): string => `${localPart}@${domainName}`;

export const domainOfAddress = (address: string): string => address.slice(address.lastIndexOf("@") + 1);

/** An address that mail is forwarded to, and its place in the request. */
export type GivenTarget = { pointer: string; address: string };

/** Checks that need no database. The addresses are in their stored form. */
export function aliasFieldErrors(
  fromAddress: string,
  targets: readonly GivenTarget[],
  domainName: string,
): FieldError[] {
  return [
    ...(domainOfAddress(fromAddress) === domainName
      ? []
      : [{ pointer: "/fromAddress", message: `Enter an address on ${domainName}.` }]),
    ...ownTargetErrors(fromAddress, targets),
  ];
}

export const ownTargetErrors = (fromAddress: string, targets: readonly GivenTarget[]): FieldError[] =>
  targets
    .filter(({ address }) => address === fromAddress)
    .map(({ pointer }) => ({ pointer, message: `Enter an address other than ${fromAddress} itself.` }));
