export const maxAppPasswordsPerAccount = 25;

const bytesPerMegabyte = 1_048_576;

export const storageMegabytesOf = ({ storageGigabytes }: { storageGigabytes: number }): number =>
  storageGigabytes * 1024;

export const storageBytesOf = (plan: { storageGigabytes: number }): number =>
  storageMegabytesOf(plan) * bytesPerMegabyte;

/** As the mail servers decide: by the account's quota, and by the plan's storage for the whole domain. */
export function isFull(
  account: { usedBytes: number; quotaMegabytes: number | null },
  mailDomain: { usedBytes: number; storageGigabytes: number },
): boolean {
  const isOverQuota =
    account.quotaMegabytes !== null && account.usedBytes >= account.quotaMegabytes * bytesPerMegabyte;
  return isOverQuota || mailDomain.usedBytes >= storageBytesOf(mailDomain);
}
