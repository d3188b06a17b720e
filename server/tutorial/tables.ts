import type { TutorialKey, tutorialWishes } from '@ruam/contract/tutorial.ts'

declare module '../core/tables.ts' {
  interface Tables {
    tutorial_step: {
      store_id: number
      user_id: number
      key: TutorialKey
      status: (typeof tutorialWishes)[number]
      step: number | null
    }
  }
}
