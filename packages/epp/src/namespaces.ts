/** The namespaces of the protocol, and of the mappings and extensions that this package supports. */
export const namespaces = {
  /** RFC 5730 */
  epp: "urn:ietf:params:xml:ns:epp-1.0",
  /** RFC 5731 */
  domain: "urn:ietf:params:xml:ns:domain-1.0",
  /** RFC 5732 */
  host: "urn:ietf:params:xml:ns:host-1.0",
  /** RFC 5733 */
  contact: "urn:ietf:params:xml:ns:contact-1.0",
  /** RFC 5910 */
  secDns: "urn:ietf:params:xml:ns:secDNS-1.1",
  /** RFC 3915 */
  rgp: "urn:ietf:params:xml:ns:rgp-1.0",
  /** RFC 8748 */
  fee: "urn:ietf:params:xml:ns:epp:fee-1.0",
  /** RFC 8807 */
  loginSec: "urn:ietf:params:xml:ns:epp:loginSec-1.0",
  /** RFC 8590 */
  changePoll: "urn:ietf:params:xml:ns:changePoll-1.0",
  /** draft-ietf-eppext-idnmap-02 */
  idn: "urn:ietf:params:xml:ns:idn-1.0",
  /** Verisign's IDN language tag mapping */
  idnLang: "http://www.verisign.com/epp/idnLang-1.0",
  /** RFC 9167 */
  maintenance: "urn:ietf:params:xml:ns:epp:maintenance-1.0",
  /** Verisign's low balance mapping */
  lowBalance: "http://www.verisign.com/epp/lowbalance-poll-1.0",
  /** Verisign's balance mapping */
  balance: "http://www.verisign.com/epp/balance-1.0",
} as const;

/** The prefixes that the writer uses. Other namespaces get a generated one. */
export const conventionalPrefixes: ReadonlyMap<string, string> = new Map([
  [namespaces.epp, ""],
  [namespaces.domain, "domain"],
  [namespaces.host, "host"],
  [namespaces.contact, "contact"],
  [namespaces.secDns, "secDNS"],
  [namespaces.rgp, "rgp"],
  [namespaces.fee, "fee"],
  [namespaces.loginSec, "loginSec"],
  [namespaces.changePoll, "changePoll"],
  [namespaces.idn, "idn"],
  [namespaces.idnLang, "idnLang"],
  [namespaces.maintenance, "maint"],
  [namespaces.lowBalance, "lowbalance-poll"],
  [namespaces.balance, "balance"],
]);
