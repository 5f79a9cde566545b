import { EppResultError } from "@zonepost/epp";

/** RFC 5730 section 3 */
export const resultCode = {
  parameterValueRange: 2004,
  notAuthorized: 2201,
  wrongAuthInfo: 2202,
  notPendingTransfer: 2301,
  exists: 2302,
  doesNotExist: 2303,
  policy: 2306,
  dataManagement: 2308,
} as const;

export const hasCode = (error: unknown, ...codes: number[]): boolean =>
  error instanceof EppResultError && codes.includes(error.code);
