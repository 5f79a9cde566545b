import { bytesPerGigabyte } from "@zonepost/schema";

type Stored = { usedBytes: number; storageGigabytes: number };

const mostShown = 5;

export const capacityBytes = ({ storageGigabytes }: Stored) => storageGigabytes * bytesPerGigabyte;

/** The fullest first; those that hold nothing yet aren't worth a bar. */
export function fullest<Domain extends Stored>(mailDomains: readonly Domain[]) {
  const shareOf = (domain: Domain) => domain.usedBytes / capacityBytes(domain);
  const used = mailDomains
    .filter(({ usedBytes }) => usedBytes > 0)
    .toSorted((one, other) => shareOf(other) - shareOf(one));
  return { shown: used.slice(0, mostShown), moreCount: Math.max(0, used.length - mostShown) };
}
