/** The options of a mutation that holds only if the zone still has this version. */
export const atVersion = (version: number) => ({ context: { ifMatch: `"v${version}"` } });
