import type { OctetReader } from "../octets.ts";
import { RecordError } from "../record-error.ts";
import type { ValueTokens } from "../value-tokens.ts";
import type { Kind } from "./kind.ts";

const equator = 2 ** 31;
const baseAltitudeCm = 10_000_000;
const maxSizeCm = 9_000_000_000;

/** A place on Earth (RFC 1876): `52 22 23.000 N 4 53 32.000 E -2.00m 1m 10000m 10m`. */
export const location: Kind = {
  read(tokens, writer) {
    const latitude = readAngle(tokens, { directions: ["S", "N"], maxDegrees: 90, field: "latitude" });
    const longitude = readAngle(tokens, { directions: ["W", "E"], maxDegrees: 180, field: "longitude" });
    const altitudeCm = readMeters(tokens, "altitude");
    if (altitudeCm < -baseAltitudeCm || altitudeCm > 2 ** 32 - 1 - baseAltitudeCm) {
      throw new RecordError("location", "The altitude must be from -100000m to 42849672.95m.");
    }
    const sizes = ["size", "horizontal precision", "vertical precision"].map((field, index) =>
      tokens.hasMore ? readSize(tokens, field) : [0x12, 0x16, 0x13][index]!,
    );
    writer.bytes([0, ...sizes]);
    writer.number(latitude, 4);
    writer.number(longitude, 4);
    writer.number(altitudeCm + baseAltitudeCm, 4);
  },
  print(reader) {
    if (reader.number(1) !== 0) {
      throw new RecordError("location", "The version of the location isn't 0.");
    }
    const sizes = [printSize(reader), printSize(reader), printSize(reader)];
    const latitude = printAngle(reader, { directions: ["S", "N"], maxDegrees: 90 });
    const longitude = printAngle(reader, { directions: ["W", "E"], maxDegrees: 180 });
    const altitude = printMeters(reader.number(4) - baseAltitudeCm);
    return [latitude, longitude, altitude, ...sizes].join(" ");
  },
};

type Axis = { directions: [string, string]; maxDegrees: number };

/** Degrees, minutes and seconds, of which the last two may be left out, in thousandths of an arc second. */
function readAngle(tokens: ValueTokens, { directions, maxDegrees, field }: Axis & { field: string }): number {
  const patterns = [/^\d{1,3}$/, /^[0-5]?\d$/, /^[0-5]?\d(\.\d{0,3})?$/];
  let thousandths = 0;
  for (let index = 0; ; index++) {
    const token = tokens.word(field);
    const direction = directions.indexOf(token.raw.toUpperCase());
    if (direction >= 0 && index > 0 && thousandths <= maxDegrees * 3_600_000) {
      return direction === 1 ? equator + thousandths : equator - thousandths;
    }
    if (!patterns[index]?.test(token.raw)) {
      throw new RecordError(
        "location",
        `The ${field} must look like 52 22 23.000 ${directions[1]}, with at most ${maxDegrees} degrees.`,
        token,
      );
    }
    thousandths += Math.round(Number(token.raw) * [3_600_000, 60_000, 1000][index]!);
  }
}

function printAngle(reader: OctetReader, { directions, maxDegrees }: Axis): string {
  const offset = reader.number(4) - equator;
  const thousandths = Math.abs(offset);
  if (thousandths > maxDegrees * 3_600_000) {
    throw new RecordError("location", `A location has at most ${maxDegrees} degrees.`);
  }
  const degrees = Math.floor(thousandths / 3_600_000);
  const minutes = Math.floor(thousandths / 60_000) % 60;
  const seconds = (thousandths % 60_000) / 1000;
  return `${degrees} ${minutes} ${seconds.toFixed(3)} ${directions[offset < 0 ? 0 : 1]}`;
}

function readMeters(tokens: ValueTokens, field: string): number {
  const token = tokens.word(field);
  const [, sign, whole, fraction = ""] = /^(-?)(\d{1,9})(?:\.(\d{0,2}))?m?$/i.exec(token.raw) ?? [];
  if (whole === undefined) {
    throw new RecordError("location", `The ${field} must be a number of meters, such as 2.50m.`, token);
  }
  const centimeters = Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  return sign === "-" ? 0 - centimeters : centimeters;
}

const printMeters = (centimeters: number) => `${(centimeters / 100).toFixed(2)}m`;

/** One significant digit and a power of ten, as a length in centimeters. */
function readSize(tokens: ValueTokens, field: string): number {
  const token = tokens.peek();
  const centimeters = readMeters(tokens, field);
  if (centimeters < 0 || centimeters > maxSizeCm) {
    throw new RecordError("location", `The ${field} must be from 0m to 90000000m.`, token);
  }
  const exponent = centimeters === 0 ? 0 : String(centimeters).length - 1;
  return Number(String(centimeters)[0]) * 16 + exponent;
}

function printSize(reader: OctetReader): string {
  const octet = reader.number(1);
  if (octet >> 4 > 9 || (octet & 15) > 9) {
    throw new RecordError("location", "The location has an invalid size or precision.");
  }
  return printMeters((octet >> 4) * 10 ** (octet & 15));
}
