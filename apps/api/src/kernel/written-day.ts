const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

/** A day as messages for people write it, such as "1 Mar 2027". */
export const writtenDay = (date: Date): string => format.format(date);
