import { z } from 'zod'
import { feature } from '../platform/endpoint.ts'

/** The first steps in a store: the file first, which needs no account elsewhere. */
export const tutorialKeys = [
  'first_import',
  'connect_line',
  'first_segment',
  'first_broadcast',
  'invite_staff',
] as const
export type TutorialKey = (typeof tutorialKeys)[number]

/** States a person may set on a step; completion follows from the store's data. */
export const tutorialWishes = ['not_started', 'in_progress', 'dismissed'] as const

const Step = z.object({
  key: z.enum(tutorialKeys),
  status: z.enum([...tutorialWishes, 'completed']),
  /** Progress within the step, as counted by the screen; null if unset. */
  step: z.int().nullable(),
})
export type TutorialStep = z.infer<typeof Step>

const path = '/tutorial'

/** A person’s first steps in one store. */
export const tutorial = feature({
  /** All five, whatever the person may do: a screen shows those that it has a way to. */
  list: {
    method: 'GET',
    path,
    summary: ['อ่านขั้นตอนเริ่มต้นใช้งานของคุณ', 'List your first steps'],
    permission: 'member',
    response: z.array(Step),
  },
  /** Puts a step away, brings it back, or notes how far it is. */
  put: {
    method: 'POST',
    path,
    summary: ['บันทึกสถานะของขั้นตอนเริ่มต้นใช้งาน', 'Save the state of a first step'],
    permission: 'member',
    // The person’s own screen.
    audit: false,
    body: z.strictObject({
      key: z.enum(tutorialKeys),
      status: z.enum(tutorialWishes),
      step: z.int().min(0).max(100).optional(),
    }),
    response: z.array(Step),
  },
})
