import { BlockList, isIP } from 'node:net';

/** Tests if an IP address is in the list; entries are addresses or networks (`10.0.0.0/8`). */
export function addressList(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of entries) {
    const [network = '', prefix = isIP(network) === 6 ? '128' : '32'] = entry.split('/');
    list.addSubnet(network, Number(prefix), familyOf(network));
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
