import type { Change, Defect } from './defect.ts'

const margin = (title: string, change: Change): Defect => ({
  title,
  changes: [change],
  suites: ['web/broadcasts/flex'],
})

/** Wrong margins in the drawing of flex messages. */
export const flexDefects: Defect[] = [
  margin('components with medium space between them are drawn two pixels too close', {
    file: 'web/broadcasts/flex/sizes.ts',
    find: /md: 8, lg: 12/,
    put: 'md: 6, lg: 12',
  }),
  margin('the first component of a box is drawn without its margin', {
    file: 'web/broadcasts/flex/place.ts',
    find: /length\(margin, gaps\) \?\?/,
    put: '(index > 0 ? length(margin, gaps) : undefined) ??',
  }),
  margin('the body of a bubble begins too high', {
    file: 'web/broadcasts/flex/sizes.ts',
    find: /block === 'body' \? 19 : 20/,
    put: "block === 'body' ? 16 : 20",
  }),
  margin('a body keeps its lower padding above a footer', {
    file: 'web/broadcasts/flex/sizes.ts',
    find: /isWide \? 10 : 17/,
    put: 'own.paddingBottom',
  }),
  margin('a filler is drawn with the space of its box before it', {
    file: 'web/broadcasts/flex/place.ts',
    find: /index > 0 && type !== 'filler'/,
    put: 'index > 0',
  }),
  margin('cards are drawn too close to each other', {
    file: 'web/broadcasts/flex/sizes.ts',
    find: /BUBBLE_GAP = 9/,
    put: 'BUBBLE_GAP = 7',
  }),
]
