import { isIP } from 'node:net';
import { addressList } from './address-list.js';

/** Non-public IPv4 ranges (RFC 6890), as `network/prefix`. */
const NOT_PUBLIC_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** Global unicast only, without special ranges such as those that map to IPv4. */
const PUBLIC_6 = '2000::/3';
const NOT_PUBLIC_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const isPublic6 = addressList([PUBLIC_6]);
const isNotPublic = addressList([...NOT_PUBLIC_4, ...NOT_PUBLIC_6]);

/** True for an address on the public internet: not this computer, its network or a provider's internal one. */
export function isPublicAddress(address: string): boolean {
  const isPossible = isIP(address) === 4 || isPublic6(address);
  return isPossible && !isNotPublic(address);
}
