"use client";
import { useFormatter } from "next-intl";

const megabyte = 1_048_576;
const gigabyte = 1024 * megabyte;

/** An amount of storage in megabytes or gigabytes, such as "120 MB". */
export function useBytes() {
  const format = useFormatter();
  return (bytes: number) => {
    const [amount, unit] = bytes < gigabyte ? [bytes / megabyte, "megabyte"] : [bytes / gigabyte, "gigabyte"];
    return format.number(amount, { style: "unit", unit, maximumFractionDigits: unit === "gigabyte" ? 1 : 0 });
  };
}
