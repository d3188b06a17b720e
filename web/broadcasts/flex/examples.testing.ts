import { box, bubble, horizontal, type Json, linkButton, separator, text, vertical } from './make.ts'

// Flex messages of which each uses other properties of LINE's layout. Texts break at \n alone, so that their heights are known.

const lines = (count: number, more: Json = {}) =>
  text(Array.from({ length: count }, (_, line) => `${line + 1}`).join('\n'), { wrap: true, ...more })
const block = (width: string, height: string, more: Json = {}) =>
  vertical([], { width, height, backgroundColor: '#00AAFF', ...more })
const image = (more: Json = {}): Json => ({ type: 'image', url: 'https://cdn.example/a.jpg', ...more })
const icon = (more: Json = {}): Json => ({ type: 'icon', url: 'https://cdn.example/star.png', ...more })
const button = (label: string, more: Json = {}) => linkButton(label, 'https://shop.example', more)
const body = (contents: readonly Json[], more: Json = {}) => bubble({ body: vertical(contents, more) })

const sizes = ['xxs', 'xs', 'sm', 'md', 'lg', 'xl', 'xxl', '3xl', '4xl', '5xl']
const arrangements = ['flex-start', 'center', 'flex-end', 'space-between', 'space-around', 'space-evenly']
const star = () => icon({ size: 'sm' })
const row = (name: string, price: string, more: Json = {}) =>
  horizontal(
    [text(name, { size: 'sm', color: '#555555', flex: 3 }), text(price, { size: 'sm', align: 'end', flex: 2 })],
    more,
  )
const small = (height: number) =>
  bubble({
    ...{ size: 'micro', hero: image({ size: 'full', aspectRatio: '320:213', aspectMode: 'cover' }) },
    body: vertical([lines(height, { size: 'sm' }), text('฿ 590', { weight: 'bold', margin: 'md' })], { spacing: 'sm' }),
    footer: vertical([button('ดู', { height: 'sm' })]),
  })

export const examples: readonly (readonly [title: string, contents: Json])[] = [
  ['two texts', body([text('สวัสดี'), text('ยินดีต้อนรับ')])],
  [
    'texts of every size',
    body(
      sizes.map((size) => text('ก', { size })),
      { spacing: '3px' },
    ),
  ],
  [
    'spacing, and margins in its place',
    body(
      [
        text('1', { margin: 'sm' }),
        text('2'),
        text('3', { margin: 'xxl' }),
        separator({ margin: 'lg' }),
        text('4', { margin: 'none' }),
      ],
      {
        spacing: 'md',
      },
    ),
  ],
  [
    'columns of two and three parts',
    bubble({
      body: horizontal([vertical([lines(2)], { flex: 2 }), separator(), vertical([lines(4)], { flex: 3 })], {
        spacing: 'lg',
      }),
    }),
  ],
  [
    'free height, shared by two and three parts',
    bubble({
      body: horizontal([
        vertical([lines(5)], { backgroundColor: '#C0C0C0' }),
        vertical([separator(), text('2', { flex: 2 }), separator(), text('3', { flex: 3 }), separator()]),
      ]),
    }),
  ],
  [
    'top, centre and bottom',
    bubble({
      body: horizontal([
        lines(5),
        text('บน', { gravity: 'top' }),
        text('กลาง', { gravity: 'center' }),
        image({ size: 'xxs', gravity: 'bottom' }),
        button('ล่าง', { gravity: 'bottom', height: 'sm', flex: 2 }),
      ]),
    }),
  ],
  [
    'padding of one side over that of all',
    bubble({
      body: horizontal([horizontal([text('hello, world')], { paddingAll: 'md' })], {
        ...{ paddingTop: '20px', paddingAll: '80px', paddingStart: '40px', backgroundColor: '#FFD2D2' },
      }),
    }),
  ],
  [
    'six ways to spread boxes',
    body(
      arrangements.map((justifyContent) =>
        horizontal([block('40px', '20px'), block('20px', '20px'), block('50px', '20px')], {
          ...{ justifyContent, spacing: '5px', backgroundColor: '#EEEEEE' },
        }),
      ),
      { spacing: 'sm', justifyContent: 'center', height: '260px' },
    ),
  ],
  [
    'three ways to place boxes across',
    body(
      [
        ...['flex-start', 'center', 'flex-end'].map((alignItems) =>
          horizontal([block('60px', '60px'), block('60px', '20px'), block('60px', '40px')], {
            alignItems,
            height: '80px',
          }),
        ),
        vertical([block('60px', '10px'), block('30%', '10px')], { alignItems: 'flex-end' }),
      ],
      { spacing: 'xs' },
    ),
  ],
  [
    'boxes moved from their place',
    body([
      horizontal([lines(4, { align: 'center' })], { backgroundColor: '#80FFFF' }),
      horizontal([text('TARGET')], {
        ...{ position: 'relative', offsetTop: '10px', offsetStart: '40px' },
        backgroundColor: '#FF8080',
      }),
      horizontal([text('UP')], { offsetBottom: 'md', offsetEnd: 'lg' }),
    ]),
  ],
  [
    'a badge over a picture',
    bubble({
      hero: vertical([
        image({ size: 'full', aspectRatio: '20:13', aspectMode: 'cover' }),
        vertical([text('ใหม่', { size: 'xs', color: '#FFFFFF', align: 'center', offsetTop: '3px' })], {
          ...{ position: 'absolute', offsetTop: '18px', offsetStart: '18px', width: '53px', height: '25px' },
          ...{ cornerRadius: '20px', backgroundColor: '#FF334B', paddingAll: 'xs' },
        }),
        vertical([], {
          ...{ position: 'absolute', offsetBottom: 'none', offsetStart: '0px', offsetEnd: '25%', height: '40px' },
          backgroundColor: '#03303ACC',
        }),
      ]),
    }),
  ],
  [
    'pictures of every kind of size',
    body(
      [
        image({ size: 'xxs', align: 'start' }),
        image({ aspectRatio: '20:13' }),
        image({ size: 'xl', align: 'end', aspectRatio: '2:1' }),
        image({ size: '5xl', aspectRatio: '3:1' }),
        image({ size: '50%', aspectRatio: '4:1' }),
        image({ size: '35px' }),
        horizontal(
          [image({ size: 'xs', flex: 0 }), image({ size: 'full', aspectRatio: '4:3' }), image({ size: 'sm' })],
          { spacing: 'md' },
        ),
      ],
      { spacing: 'xl' },
    ),
  ],
  [
    'buttons',
    bubble({
      body: vertical(
        [button('หลัก', { style: 'primary' }), button('รอง', { style: 'secondary', height: 'sm' }), button('ลิงก์')],
        { spacing: 'md' },
      ),
      footer: horizontal([
        button('ก', { style: 'primary', color: '#905C44' }),
        button('ข', { flex: 2, margin: 'xxl' }),
      ]),
    }),
  ],
  [
    'stars in a line of text',
    body([
      text('Brown Café', { weight: 'bold', size: 'xl' }),
      box('baseline', [star(), star(), star(), text('4.0', { size: 'sm', color: '#999999', margin: 'md' })], {
        margin: 'md',
      }),
      box(
        'baseline',
        [icon({ size: '3xl', aspectRatio: '2:1' }), text('ใหญ่', { size: 'xxl' }), text('เล็ก', { size: 'xxs' })],
        { spacing: 'sm' },
      ),
    ]),
  ],
  [
    'all blocks of a small bubble, with lines between them',
    bubble({
      ...{ size: 'kilo', header: vertical([text('หัว')]), hero: image({ size: 'full', aspectRatio: '2:1' }) },
      ...{ body: vertical([text('เนื้อ'), text('ความ')]), footer: vertical([button('ปุ่ม')]) },
      styles: {
        hero: { separator: true },
        body: { backgroundColor: '#FAFAFA' },
        footer: { separator: true, separatorColor: '#905C44' },
      },
    }),
  ],
  [
    'widths, greatest widths and borders',
    bubble({
      ...{ size: 'hecto', header: vertical([text('หัว')]) },
      body: vertical(
        [
          vertical([text('ก')], { width: '50%', borderWidth: 'bold', borderColor: '#905C44', cornerRadius: 'md' }),
          vertical([text('ข')], { width: '150px', maxWidth: '90px', paddingAll: '5%' }),
          vertical([lines(4)], { maxHeight: '30px', borderWidth: '2px', borderColor: '#000000' }),
          horizontal([vertical([], { width: '30px', height: '30px' }), text('ค', { margin: '7px' })]),
        ],
        { spacing: 'md' },
      ),
      footer: vertical([text('ท้าย')]),
    }),
  ],
  [
    'a wide bubble that is read from the right',
    bubble({
      ...{ size: 'giga', direction: 'rtl' },
      body: horizontal([
        block('100px', '40px'),
        vertical([lines(2, { lineSpacing: '10px' })], { paddingStart: '30px' }),
        block('20%', '60px', { margin: 'xxl' }),
      ]),
    }),
  ],
  [
    'a video, and a text of at most two lines',
    bubble({
      hero: {
        ...{
          type: 'video',
          url: 'https://cdn.example/a.mp4',
          previewUrl: 'https://cdn.example/a.jpg',
          aspectRatio: '16:9',
        },
        altContent: image({ size: 'full' }),
      },
      body: vertical([lines(5, { maxLines: 2, lineSpacing: '6px' }), { type: 'filler' }, text('จบ')], {
        height: '140px',
        spacing: 'lg',
      }),
    }),
  ],
  [
    'cards beside each other',
    { type: 'carousel', contents: [small(1), small(3), bubble({ size: 'micro', hero: image({ size: 'full' }) })] },
  ],
  [
    'a receipt',
    bubble({
      body: vertical([
        text('ใบเสร็จ', { weight: 'bold', color: '#1DB446', size: 'sm' }),
        text('กาแฟดอยหลวง', { weight: 'bold', size: 'xxl', margin: 'md' }),
        text('สาขาช้างเผือก', { size: 'xs', color: '#AAAAAA' }),
        separator({ margin: 'xxl' }),
        vertical(
          [
            row('ดริปแบ็ก', '฿ 220'),
            row('คุกกี้', '฿ 65'),
            separator({ margin: 'xxl' }),
            row('รวม', '฿ 285', { margin: 'xxl' }),
          ],
          {
            ...{ margin: 'xxl', spacing: 'sm' },
          },
        ),
        separator({ margin: 'xxl' }),
        row('เลขที่', '#743289', { margin: 'md' }),
      ]),
      styles: { footer: { separator: true } },
    }),
  ],
]
