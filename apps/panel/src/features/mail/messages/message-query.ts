import { infiniteQueryOptions } from "@tanstack/react-query";
import type { MailMessage } from "@zonepost/schema";
import { toASCII } from "punycode/punycode.js";

export const messageRanges = ["hour", "day", "week", "month"] as const;
type MessageRange = (typeof messageRanges)[number];

const hourMs = 3_600_000;
const rangeMs: Record<MessageRange, number> = {
  hour: hourMs,
  day: 24 * hourMs,
  week: 7 * 24 * hourMs,
  month: 30 * 24 * hourMs,
};

const messagePageSize = 50;

/** The address to search for. Without an @, it is one of the mail domain. */
export function addressOf(words: string, domainName: string): string | undefined {
  const address = words.trim();
  if (address === "") {
    return undefined;
  }
  // Addresses are typed in any script. The API uses A-labels.
  return toASCII(address.includes("@") ? address : `${address}@${domainName}`);
}

type MessageSearch = { domainName: string; address: string; range: MessageRange };
type MessagesInput = {
  domainName: string;
  address?: string;
  since: string;
  limit: number;
  cursor?: string;
};

/** The paginated list. The time range ends now, whenever it is read. Server and browser each use their own client. */
export const messagePagesOptions = (
  { domainName, address, range }: MessageSearch,
  read: (input: MessagesInput) => Promise<{ messages: MailMessage[]; nextCursor: string | null }>,
) => {
  const searched = addressOf(address, domainName);
  return infiniteQueryOptions({
    queryKey: ["mail", "messages", domainName, searched ?? "", range],
    queryFn: ({ pageParam }) =>
      read({
        domainName,
        since: new Date(Date.now() - rangeMs[range]).toISOString(),
        limit: messagePageSize,
        ...(searched === undefined ? {} : { address: searched }),
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
};
