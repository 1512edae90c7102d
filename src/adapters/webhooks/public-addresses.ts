import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/** IPv4 networks outside the public internet: IANA's registry of special-purpose addresses, and multicast. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];

/** Network of all public IPv6 addresses. NAT64 and mapped addresses, which embed an IPv4 address, are outside it. */
const GLOBAL_IPV6 = '2000::/3';

/** Networks within GLOBAL_IPV6 that are not public: protocol assignments with Teredo, documentation, 6to4, documentation again. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const ipv4 = listOf(SPECIAL_IPV4);
const globalIpv6 = listOf([GLOBAL_IPV6]);
const specialIpv6 = listOf(SPECIAL_IPV6);

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** Whether the text is an address of the public internet, and not one of this machine. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0 || address.includes('%') || isOwn(address)) return false;
  if (version === 4) return !ipv4.check(address);
  return globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6');
}

/** Whether the address is this machine's. Even a public one may reach services that the machine's firewall hides from others. */
const isOwn = (address: string): boolean =>
  Object.values(networkInterfaces()).some((each) => each?.some((own) => own.address === address));
