import type { TutorialKey, tutorialWishes } from '@ruam/contract/reports/tutorial.ts'

declare module '../../database/tables.ts' {
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
