import { describe, expect, test } from 'vitest'
import { networkOf, trustedProxies } from './network.ts'

describe('tries are counted by', () => {
  test.each([
    ['an IPv4 address', '192.0.2.7', '192.0.2.7'],
    ['an IPv4 address that is written as IPv6', '::ffff:192.0.2.7', '192.0.2.7'],
    ['the /64 of an IPv6 address', '2001:db8:5:6:7:8:9:a', '2001:db8:5:6::/64'],
    ['the same /64, however its zeros are written', '2001:0DB8:0005:0006::1', '2001:db8:5:6::/64'],
    ['a /64 with zeros at its end', '2001:db8::1', '2001:db8:0:0::/64'],
    ['this machine', '::1', '0:0:0:0::/64'],
    ['what a proxy writes that names no address, shortened', 'x'.repeat(500), 'x'.repeat(45)],
  ])('%s', (_, address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

test('no proxy is believed unless the setting says how many stand before the server', () => {
  expect(trustedProxies(0)).toBe(false)
  const believes = trustedProxies(2)
  expect(believes && [0, 1, 2].map((hop) => believes('203.0.113.1', hop))).toEqual([true, true, false])
})
