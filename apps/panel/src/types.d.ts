/// <reference types="next" />
/// <reference types="next/image-types/global" />

declare module "*.css";
declare module "punycode/punycode.js" {
  export function toASCII(name: string): string;
  export function toUnicode(name: string): string;
}
