/** The page on which a developer plays a customer of the simulated channels. */
export const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>LINE simulator</title>
<style>
  body { font: 14px/1.5 system-ui, sans-serif; margin: 0; background: #f3f5f4; color: #1b2a27; }
  header { background: #06c755; color: #fff; padding: 12px 20px; font-weight: 600; }
  main { display: grid; grid-template-columns: 300px 1fr; gap: 16px; padding: 16px 20px; max-width: 1100px; }
  section { background: #fff; border-radius: 8px; padding: 14px; }
  h2 { font-size: 14px; margin: 0 0 8px; }
  button, input { font: inherit; padding: 5px 10px; border: 1px solid #b9c4c1; border-radius: 6px; background: #fff; }
  button { cursor: pointer; }
  ul { list-style: none; margin: 0; padding: 0; }
  li { padding: 6px 0; border-top: 1px solid #e7ecea; }
  code { font-size: 12px; overflow-wrap: anywhere; }
  .muted { color: #5f6f6b; }
  #chat { background: #8cabd9; border-radius: 8px; padding: 10px; max-width: 360px; min-height: 120px; }
  #chat p { margin: 6px 0; padding: 6px 10px; border-radius: 12px; background: #fff; width: fit-content; white-space: pre-wrap; }
  #chat p[data-from=customer] { background: #8de055; margin-left: auto; }
  #menu { position: relative; max-width: 360px; }
  #menu img { width: 100%; display: block; }
  #menu button { position: absolute; padding: 0; border-radius: 0; background: transparent; border-color: #fff8; }
  @media (max-width: 700px) { main { grid-template-columns: 1fr; } }
</style>
</head>
<body>
<header>LINE simulator</header>
<main>
  <section><h2>Channels</h2><ul id="channels"></ul><button id="add">New channel</button></section>
  <section>
    <h2 id="title">Choose a channel</h2><p id="about" class="muted"></p>
    <form id="join"><input name="name" placeholder="Name of a customer" required> <button>Add as friend</button></form>
    <ul id="friends"></ul><h2 id="with">Chat</h2><div id="chat"></div><div id="menu"></div><h2>Last delivery</h2><pre id="last" class="muted"></pre>
  </section>
</main>
<script>
const at = (id) => document.getElementById(id)
const call = async (path, body) => (await fetch('/_control' + path, body === undefined ? {} : {
  method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })).json()
let chosen, customer
const make = (tag, text, act) => { const one = document.createElement(tag); one.textContent = text; if (act) one.onclick = act; return one }
async function act(body) { at('last').textContent = JSON.stringify(await call('/channels/' + chosen + '/act', body), null, 2); draw() }
// Areas of a rich menu act as LINE's app does.
const tap = { message: ({ text }) => act({ userId: customer, act: 'message', text }), uri: ({ uri }) => open(uri),
  postback: ({ data }) => act({ userId: customer, act: 'postback', text: data }),
  richmenuswitch: ({ richMenuAliasId, data }) => act({ userId: customer, act: 'switch', text: richMenuAliasId, data }) }
async function drawChat() {
  if (!customer) return
  const { items, menu } = await call('/channels/' + chosen + '/chats/' + customer)
  at('chat').replaceChildren(...items.map(({ from, call, text }) => {
    const line = make('p', text); line.dataset.from = from; line.title = call; return line }))
  at('menu').replaceChildren()
  if (!menu) return
  const picture = make('img', ''); picture.src = '/_control/channels/' + chosen + '/rich-menus/' + menu.id; picture.alt = menu.name
  const part = (length, whole) => 100 * length / whole + '%'
  at('menu').append(picture, ...menu.areas.map(({ bounds, action }) => {
    const area = make('button', '', () => tap[action.type]?.(action)); area.title = action.label ?? action.type
    Object.assign(area.style, { left: part(bounds.x, menu.size.width), top: part(bounds.y, menu.size.height),
      width: part(bounds.width, menu.size.width), height: part(bounds.height, menu.size.height) })
    return area }), make('div', menu.chatBarText))
}
async function draw() {
  const channels = await call('/channels')
  chosen ??= channels[0]?.id
  at('channels').replaceChildren(...channels.map(({ id, displayName }) => {
    const line = make('li', ''); line.append(make('button', displayName, () => { chosen = id; draw() })); return line }))
  const one = channels.find(({ id }) => id === chosen)
  if (!one) return
  at('title').textContent = one.displayName + ' ' + one.basicId
  at('about').innerHTML = ''
  at('about').append('Channel ID ', make('code', one.id), ' · secret ', make('code', one.secret), ' · webhook ', make('code', one.webhook?.endpoint ?? 'none'))
  at('friends').replaceChildren(...one.friends.map(({ userId, displayName, blocked }) => {
    const line = make('li', displayName + (blocked ? ' (blocked) ' : ' '))
    const field = make('input', ''); field.placeholder = 'Message'
    line.append(make('button', 'Chat', () => { customer = userId; at('with').textContent = 'Chat with ' + displayName; drawChat() }), field,
      make('button', 'Send', () => act({ userId, act: 'message', text: field.value || 'สวัสดี' })),
      make('button', blocked ? 'Unblock' : 'Block', () => act({ userId, act: blocked ? 'follow' : 'unfollow' })))
    return line }))
  drawChat()
}
// Replies and new menus come a moment later.
setInterval(drawChat, 1000)
at('add').onclick = async () => { chosen = (await call('/channels', {})).id; draw() }
at('join').onsubmit = (event) => { event.preventDefault(); const { name } = event.target
  act({ displayName: name.value, act: 'follow' }); name.value = '' }
draw()
</script>
</body>
</html>
`
