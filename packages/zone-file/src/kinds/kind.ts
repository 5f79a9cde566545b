import type { OctetReader, OctetWriter } from "../octets.ts";
import type { ValueTokens } from "../value-tokens.ts";

export type PrintOptions = {
  /** Only what servers of 2022 read: newer type and parameter names are printed as numbers. */
  isPortable?: boolean;
};

/** How one field of a record is read, stored and printed. */
export type Kind = {
  /** Reads the field from text. @throws RecordError */
  read(tokens: ValueTokens, writer: OctetWriter, field: string): void;
  /** Reads the field from the wire form and checks it. @throws RecordError */
  print(reader: OctetReader, field: string, options: PrintOptions): string;
};
