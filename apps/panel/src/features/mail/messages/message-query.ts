import { infiniteQueryOptions } from "@tanstack/react-query";
import {
  longestMailMessageId,
  type MailEventKind,
  type MailMessage,
  mailMessageIdPattern,
} from "@zonepost/schema";
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

type Wanted = { address?: string; messageId?: string; matchesEither?: true };

/**
 * What is searched for: in angle brackets, a Message-ID; otherwise either that or an address, since both look alike.
 * Without an @, an address is one of the mail domain.
 */
export function wantedOf(typed: string, domainName: string): Wanted {
  const words = typed.trim().replace(/^message-id:\s*/i, "");
  if (words === "") {
    return {};
  }
  const unbracketed = words.replace(/^<|>$/g, "");
  const isMessageId = unbracketed.length <= longestMailMessageId && mailMessageIdPattern.test(unbracketed);
  const messageId = isMessageId ? unbracketed : undefined;
  if (words.startsWith("<") && messageId !== undefined) {
    return { messageId };
  }
  // Addresses are typed in any script. The API uses A-labels.
  const address = toASCII(words.includes("@") ? words : `${words}@${domainName}`);
  return messageId === undefined ? { address } : { address, messageId, matchesEither: true };
}

type MessageSearch = {
  domainName: string;
  address: string;
  status: MailEventKind | null;
  range: MessageRange;
};
type MessagesInput = Wanted & {
  domainName: string;
  status?: MailEventKind;
  since: string;
  limit: number;
  cursor?: string;
};

/** The paginated list. The time range ends now, whenever it is read. Server and browser each use their own client. */
export const messagePagesOptions = (
  { domainName, address, status, range }: MessageSearch,
  read: (input: MessagesInput) => Promise<{ messages: MailMessage[]; nextCursor: string | null }>,
) => {
  const wanted = wantedOf(address, domainName);
  return infiniteQueryOptions({
    queryKey: ["mail", "messages", domainName, wanted, status, range],
    queryFn: ({ pageParam }) =>
      read({
        domainName,
        since: new Date(Date.now() - rangeMs[range]).toISOString(),
        limit: messagePageSize,
        ...wanted,
        ...(status === null ? {} : { status }),
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
};
