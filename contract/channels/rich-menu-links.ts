import { z } from 'zod'
import { Text } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'

/** Short addresses in rich menus. */
export const richMenuLinks = feature({
  open: {
    method: 'GET',
    path: '/m/{code}',
    summary: ['เปิดลิงก์ของเมนู', 'Open a link of a menu'],
    permission: 'public',
    outside: true,
    redirect: true,
    // A redirect never waits for its count.
    transaction: false,
    params: z.strictObject({ code: Text(60) }),
    response: z.string(),
    errors: ['not_found'],
  },
})
