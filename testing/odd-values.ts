// What people type and paste into fields of each kind, with the form that is stored, or null if it is refused.

export type FieldKind = "email" | "phone" | "address" | "network" | "domain" | "text";
export type OddValue = readonly [typed: string, stored: string | null];

const asTyped = (...values: string[]): OddValue[] => values.map((value) => [value, value]);
const refused = (...values: string[]): OddValue[] => values.map((value) => [value, null]);

const longDomain = `${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(57)}.com`;

const addresses: OddValue[] = [
  ...asTyped("203.0.113.7", "2001:db8::7"),
  ["\u00a0203.0.113.7\u200b\n", "203.0.113.7"],
  ["\u202a2001:DB8::7\u202c ", "2001:db8::7"],
  ...refused(
    "203.0.113.300",
    "010.0.0.1",
    "203.0.113. 7",
    "\uff12\uff10\uff13.0.113.7",
    "[2001:db8::7]",
    "fe80::1%eth0",
    "203.0.113.0/33",
    "203.0.113.7\u0000",
  ),
];

export const oddValues: Record<FieldKind, readonly OddValue[]> = {
  email: [
    ...asTyped(
      "dana@example.com",
      "r&d@example.com",
      "o'brien+x=1@example.com",
      "info@xn--e1afmkfd.xn--p1ai",
      `${"a".repeat(64)}@example.com`,
      `${"a".repeat(64)}@${longDomain}`,
    ),
    ["\u00a0 Dana@Example.COM\u200b\r\n", "dana@example.com"],
    ["\ufeff\u202adana@example.com\u202c", "dana@example.com"],
    ["info@пример.рф", "info@xn--e1afmkfd.xn--p1ai"],
    ["info@BÜCHER.example.", "info@xn--bcher-kva.example"],
    ...refused(
      "dana",
      "dana@localhost",
      "dana@-example.com",
      "dana@example..com",
      ".dana@example.com",
      "dana.@example.com",
      "da..na@example.com",
      "dana @example.com",
      "da\u00a0na@example.com",
      "da\u202ena@example.com",
      "dana@exam\u200bple.com",
      "müller@example.com",
      "\u{20bb7}@example.com",
      '"dana"@example.com',
      '"dana meier"@example.com',
      '"dana@home"@example.com',
      "dana(work)@example.com",
      "Dana <dana@example.com>",
      "mailto:dana@example.com",
      "dana@example.com, ada@example.com",
      "dana@[192.0.2.1]",
      "dana%example.net@example.com",
      "dana@example.com\r\nBcc: ada@example.com",
      "dana@example.com\u0000",
      `${"a".repeat(65)}@example.com`,
      `${"a".repeat(64)}@a.${longDomain}`,
    ),
  ],
  phone: [
    ...asTyped("+4930123456", "+123456789012345"),
    ["+49 30 123456", "+4930123456"],
    ["\u202a+49\u00a030\u2011123456\u202c", "+4930123456"],
    ["\uff0b\uff14\uff19 \uff13\uff10 123456", "+4930123456"],
    ["+49 (0)30 123456", "+4930123456"],
    ["+49(0)30/123456", "+4930123456"],
    ["(+49) (0)30 123456", "+4930123456"],
    ["+49-(0)-30-123456", "+4930123456"],
    ["+44 (0)20 7946 0000", "+442079460000"],
    ["+353 (0)1 234 5678", "+35312345678"],
    ["+1 (202) 555-0123", "+12025550123"],
    ["+39 06 698 12345", "+390669812345"],
    ["+39 (0)6 698 12345", "+390669812345"],
    ["+378 0549 123456", "+3780549123456"],
    ["+225 07 12 34 56 78", "+2250712345678"],
    ...refused(
      "+49 030 123456",
      "+49030123456",
      "+353 01 234 5678",
      "+1 0202 555 0123",
      "0049 30 123456",
      "030 123456",
      "+030 123456",
      "+12",
      "+1234567890123456",
      "tel:+4930123456",
      "+49 30 123456 ext. 7",
      "+49 30 12\u{20bb7}456",
      "+49 30 \u0661\u0662\u0663\u0664\u0665\u0666",
      "+49 30 123456\u0000",
    ),
  ],
  address: [...addresses, ...refused("203.0.113.0/24")],
  network: [
    ...addresses,
    ...asTyped("203.0.113.0/24", "2001:db8::/32"),
    ["\u00a0203.0.113.0/24 ", "203.0.113.0/24"],
    ["2001:DB8::/32\u200b", "2001:db8::/32"],
    ...refused("203.0.113.0 /24", "203.0.113.0/255.255.255.0", "203.0.113.1-203.0.113.9", "2001:db8::/129"),
  ],
  domain: [
    ...asTyped("example.com", "xn--bcher-kva.example"),
    ["\u00a0Example.COM.\u200b", "example.com"],
    ["\u202aexample.com\u202c", "example.com"],
    ["bücher.example", "xn--bcher-kva.example"],
    ["пример.рф", "xn--e1afmkfd.xn--p1ai"],
    ["\u{20bb7}野.example", "xn--2m4ax555e.example"],
    ...refused(
      "example",
      "exam\u202eple.com",
      "exam\u200dple.com",
      "ex%61mple.com",
      "%A0",
      "example.com\u0000",
      "https://example.com",
      "example .com",
      `${"a".repeat(64)}.com`,
    ),
  ],
  text: [
    ...asTyped("Dana Meier", "\u{20bb7}野 花子", "👩‍👩‍👧 home", "Müller & Söhne", "می‌خواهم", "שרה (א)\u200f"),
    ["\u00a0 Dana Meier\u2003\r\n", "Dana Meier"],
    ["\ufeffDana\u200b Mei\u00ader\u2060", "Dana Meier"],
    ...refused(
      "Dana\u202eMeier",
      "\u202eDana",
      "\u2067Dana\u2069",
      "\u3164",
      "\u115f\u1160 \uffa0",
      "\u2800\u2800",
      "Dana\u0000",
      "Dana\u0007Meier",
      "Dana \ud842",
      "Dana\ufffe",
    ),
  ],
};

/** The kind of a field, by what it accepts; undefined for lists, IDs, times, codes and the like. */
export function kindOfField(accepts: (value: string) => boolean): FieldKind | undefined {
  if (accepts("Dana Meier und Söhne, Büro 1") || (accepts("Dana Meier") && accepts("Büro 1"))) {
    return "text";
  }
  // A code, a password or the like.
  if (accepts("Dana-1") || accepts("dana-meier-1")) {
    return undefined;
  }
  if (accepts("dana@example.com")) {
    return "email";
  }
  if (accepts("+4930123456")) {
    return "phone";
  }
  if (accepts("203.0.113.7")) {
    return accepts("203.0.113.0/24") ? "network" : "address";
  }
  return accepts("example.com") && accepts("bücher.example") ? "domain" : undefined;
}
