// Scripts of the page. The page works without them: each button of its one form asks the server for the page anew.
// With them, the new page replaces the old one, the address holds the board, and names complete themselves.
"use strict";

const form = document.getElementById("form");
const status = document.getElementById("status");
const texts = JSON.parse(document.body.dataset.texts);
const MOST = 1 << 20; // so long a board may be, as for the server
const page = () => document.getElementById("page");
const field = (id) => document.getElementById(id);
document.documentElement.classList.add("js");

let told;
function tell(text, seconds) {
  clearTimeout(told);
  status.textContent = text;
  if (seconds) told = setTimeout(() => (status.textContent = ""), 1000 * seconds);
}

// ---- asking the server

let asking;
async function ask(does, where = "/board", more = {}) {
  asking?.abort();
  const mine = (asking = new AbortController());
  const sent = new URLSearchParams(new FormData(form));
  sent.set("do", does);
  for (const [key, value] of Object.entries(more)) sent.set(key, value);
  const waiting = setTimeout(() => { document.body.classList.add("busy"); tell(texts.busy); }, 300);
  try {
    const answer = await fetch(where, { method: "POST", body: sent, signal: mine.signal });
    return { type: answer.headers.get("content-type") || "", ok: answer.ok, text: await answer.text() };
  } catch (error) {
    if (error.name !== "AbortError") tell(texts.offline, 8);
    return null;
  } finally {
    clearTimeout(waiting);
    if (asking === mine) {
      document.body.classList.remove("busy");
      if (status.textContent === texts.busy) tell("");
    }
  }
}

let lastWord = "";
async function act(does, more = {}, keep = true) {
  const answer = await ask(does, "/board", more);
  if (answer === null) return;
  if (!answer.type.startsWith("text/html")) {
    let line = texts.offline;
    try { line = JSON.parse(answer.text).error; } catch { /* not ours */ }
    tell(line, 10);
    return;
  }
  show(answer.text, does);
  if (keep) remember();
}

function show(html, does) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const next = fresh.getElementById("page");
  if (!next) {
    tell(fresh.querySelector("[role=alert]")?.textContent || texts.offline, 10);
    return;
  }
  const folds = new Map([...page().querySelectorAll("details[data-key]")].map((one) => [one.dataset.key, one.open]));
  if (!page().dataset.board.trim()) folds.delete("examples");
  const focused = document.activeElement?.id;
  page().replaceWith(next);
  for (const one of next.querySelectorAll("details[data-key]"))
    if (folds.has(one.dataset.key) && !one.dataset.key.startsWith("reason") && !one.open) one.open = folds.get(one.dataset.key);
  prepare();
  const verb = does.split(":")[0];
  const answered = field("reason") || field("compare");
  if (/^(why|whynot|ask|asknot|if|ifstep|ifedition)$/.test(verb) && answered) {
    answered.focus({ preventScroll: true });
    answered.scrollIntoView({ block: "nearest" });
  } else if (/^(add|clear)$/.test(verb)) {
    (field(focused) || field("card")).focus({ preventScroll: true });
  } else if (/^(up|down|move)$/.test(verb)) {
    const [, from, to] = does.split(":").map(Number);
    const at = verb === "up" ? from - 1 : verb === "down" ? from + 1 : to;
    const button = field((verb === "move" ? "open" : verb) + at);
    (button && !button.disabled ? button : field("open" + at) || field("drop" + at))?.focus({ preventScroll: true });
  } else if (verb === "drop") {
    (field("drop" + Math.max(0, Number(does.split(":")[1]) - 1)) || field("card")).focus({ preventScroll: true });
  } else if (lastWord && verb === "show") {
    [...next.querySelectorAll("button.word, button.color")].find((one) => one.value === lastWord)?.focus({ preventScroll: true });
  } else if (focused) {
    field(focused)?.focus({ preventScroll: true });
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const button = event.submitter;
  if (button?.dataset.picture !== undefined) return void picture();
  let does = button?.value || "show";
  const active = document.activeElement;
  if (active?.id === "fact" && does === "add") does = "ask";
  else if (active?.closest(".options") && does === "add") does = "set:" + active.closest(".step").dataset.step;
  if (button?.matches(".word, .color")) lastWord = does;
  act(does);
});

form.addEventListener("change", (event) => {
  if (event.target.id === "edition") act("show");
  else if (event.target.closest(".options")) act("set:" + event.target.closest(".step").dataset.step);
});

document.addEventListener("click", (event) => {
  const example = event.target.closest("a[href^='/examples/']");
  if (example && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    load(example.getAttribute("href"));
  } else if (event.target.closest(".skip")) {
    event.preventDefault(); // the address has the board in that place
    field("answer").focus();
    field("answer").scrollIntoView();
  } else if (event.target.closest("h1 a")) {
    event.preventDefault();
    load("/");
  } else if (event.target.dataset?.copy) {
    copy(event.target.dataset.copy);
  } else if (event.target.closest(".drawn text[data-about]")) {
    askInPicture(event.target, event);
  }
});

// Ask about the word of the picture that was tapped: the button of its object that has this word, or else the object.
function askInPicture(text, { clientX, clientY }) {
  const object = [...document.querySelectorAll("article[data-label]")].find((one) => one.dataset.label === text.dataset.about);
  if (!object) return;
  const line = text.textContent, at = text.getCharNumAtPosition(new DOMPoint(clientX, clientY).matrixTransform(text.getScreenCTM().inverse()));
  const before = line.slice(0, at + 1), after = line.slice(at + 1);
  const word = /[^\s:;,“”→—]*$/.exec(before)[0] + /^[^\s:;,“”→—]*/.exec(after)[0];
  const inQuotes = (/[^“”]*$/.exec(before)[0] + /^[^“”]*/.exec(after)[0]).trim();
  const all = [...object.querySelectorAll("button.word, button.color")];
  const textOf = (one) => (one.querySelector("ins, s") || one).textContent.trim();
  const found =
    all.find((one) => textOf(one) === word || one.querySelector(".pip + .hidden")?.textContent.startsWith(word)) ||
    all.find((one) => inQuotes.length > 3 && one.closest(".abilities") && textOf(one).includes(inQuotes));
  if (found) return found.click();
  object.querySelector("h3").focus({ preventScroll: true });
  object.scrollIntoView({ block: "nearest" });
}

async function load(address) {
  try {
    const answer = await fetch(address);
    show(await answer.text(), "load");
    for (const one of page().querySelectorAll("details[data-key=examples]")) one.open = address === "/";
    await remember();
    scrollTo(0, 0);
  } catch {
    tell(texts.offline, 8);
  }
}

// ---- the address

const isBoard = () => /^#[01]\./.test(location.hash);

async function squeezed(stream, bytes, most = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const pieces = [];
  let size = 0;
  for (let piece; !(piece = await reader.read()).done; pieces.push(piece.value))
    if ((size += piece.value.length) > most) throw new Error("too long");
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

function letters(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 4096) text += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

const bytesOf = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));

async function written(data) {
  const bytes = new TextEncoder().encode(JSON.stringify(data));
  if (typeof CompressionStream === "undefined") return "0." + letters(bytes);
  return "1." + letters(await squeezed(new CompressionStream("deflate-raw"), bytes));
}

async function read(hash) {
  let bytes = bytesOf(hash.slice(3));
  if (hash[1] === "1") bytes = await squeezed(new DecompressionStream("deflate-raw"), bytes, 2 * MOST);
  const data = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  if (typeof data.b !== "string") throw new Error("no board");
  return data;
}

// One board is remembered after the other: each takes its own place in the history, however long it takes to write.
let kept = "", remembered = Promise.resolve();
function remember() {
  const { board, edition, asked } = page().dataset;
  remembered = remembered.catch(() => {}).then(() => note(board, edition, asked));
  return remembered;
}

async function note(board, edition, asked) {
  const hash = board.trim() ? "#" + (await written({ b: board, e: edition, ...(asked ? { q: asked } : {}) })) : "";
  const address = "/" + hash;
  if (location.pathname + location.hash === address) return;
  history[board !== kept && kept ? "pushState" : "replaceState"](null, "", address);
  kept = board;
}

async function recall() {
  if (!isBoard()) {
    if (!location.hash && kept) { kept = ""; load("/"); }
    return;
  }
  try {
    const { b, e, q } = await read(location.hash);
    field("text").value = b;
    field("edition").value = e || page().dataset.edition;
    kept = b;
    const asks = typeof q === "string" ? q : "show";
    const [verb, at, ...fact] = asks.split(":");
    if (at === "-") { field("fact")?.remove(); await act(verb === "whynot" ? "asknot" : "ask", { board: b, fact: fact.join(":") }, false); }
    else await act(asks, { board: b }, false);
    for (const one of page().querySelectorAll("details[data-key=examples]")) one.open = false;
  } catch {
    tell(texts.bad_link, 8);
  }
}

addEventListener("popstate", recall);

// ---- sharing

async function copy(what) {
  let text = field("text").value;
  if (what !== "yaml") {
    await remember();
    text = what === "link" ? location.href : `${field("as-text").value.trim()}\n\n${location.href}`;
  }
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(text);
    else throw new Error("no clipboard");
  } catch {
    const box = document.createElement("textarea");
    box.value = text;
    document.body.append(box);
    box.select();
    const done = document.execCommand("copy");
    box.remove();
    if (!done) return tell(texts.not_copied, 6);
  }
  tell(what === "link" ? texts.copied_link : texts.copied_text, 3);
}

async function picture() {
  const answer = await ask("show", "/picture");
  if (!answer?.ok) return;
  const drawn = new Blob([answer.text], { type: "image/svg+xml" });
  const image = new Image();
  image.src = URL.createObjectURL(drawn);
  let blob = drawn, name = "typeline.svg";
  try {
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = 2 * image.width;
    canvas.height = 2 * image.height;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    blob = (await new Promise((done) => canvas.toBlob(done, "image/png"))) || drawn;
    if (blob !== drawn) name = "typeline.png";
  } catch { /* then the drawing itself */ }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => { URL.revokeObjectURL(link.href); URL.revokeObjectURL(image.src); }, 10000);
}

// ---- names that complete themselves

let looking;
async function names(begun) {
  looking?.abort();
  looking = new AbortController();
  try {
    return await (await fetch("/api/cards?q=" + encodeURIComponent(begun), { signal: looking.signal })).json();
  } catch {
    return null;
  }
}

function combobox(input, list) {
  let at = -1, timer;
  const close = () => { list.hidden = true; at = -1; input.setAttribute("aria-expanded", "false"); input.removeAttribute("aria-activedescendant"); };
  const mark = (to) => {
    const all = [...list.children];
    at = (to + all.length + 1) % (all.length + 1);
    if (at === all.length) at = -1;
    all.forEach((one, number) => one.setAttribute("aria-selected", String(number === at)));
    if (at < 0) return input.removeAttribute("aria-activedescendant");
    input.setAttribute("aria-activedescendant", all[at].id);
    all[at].scrollIntoView({ block: "nearest" });
  };
  const choose = (name) => { clearTimeout(timer); looking?.abort(); close(); input.value = name; act("add"); };
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-controls", list.id);
  input.setAttribute("aria-expanded", "false");
  input.addEventListener("input", () => {
    clearTimeout(timer);
    if (input.value.trim().length < 2) return close();
    timer = setTimeout(async () => {
      let found = await names(input.value), before = "";
      const last = /^(.*[,;]\s*)([^,;]{2,})$/.exec(input.value); // of several names the last one, unless it is one name with a comma
      if (last && found && (found.near || !found.cards.length)) {
        found = await names(last[2]);
        before = last[1];
      }
      if (!found || document.activeElement !== input) return;
      const marked = at >= 0 ? list.children[at].textContent : "";
      list.replaceChildren(...found.cards.map((name, number) => {
        const one = document.createElement("li");
        one.id = `${list.id}-${number}`;
        one.setAttribute("role", "option");
        one.setAttribute("aria-selected", "false");
        one.textContent = name;
        one.dataset.value = before + name;
        one.addEventListener("pointerdown", (event) => event.preventDefault());
        one.addEventListener("click", () => choose(one.dataset.value));
        return one;
      }));
      at = -1;
      const again = found.cards.indexOf(marked);
      if (again >= 0) mark(again); // the answer to what was written since keeps the choice
      list.hidden = !found.cards.length;
      input.setAttribute("aria-expanded", String(!list.hidden));
      if (found.cards.length) tell("");
    }, 90);
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    else if (event.key === "ArrowDown" && !list.hidden) { event.preventDefault(); mark(at + 1); }
    else if (event.key === "ArrowUp" && !list.hidden) { event.preventDefault(); mark(at < 0 ? list.children.length - 1 : at - 1); }
    else if (event.key === "Enter") {
      event.preventDefault();
      if (at >= 0) choose(list.children[at].dataset.value);
      else if (input.value.trim()) choose(input.value);
    }
  });
  input.addEventListener("blur", close);
}

// ---- dragging

function draggable(grip) {
  grip.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    event.preventDefault();
    const step = grip.closest(".step"), steps = [...step.parentElement.children];
    const from = steps.indexOf(step), begun = event.clientY;
    const middles = steps.map((one) => { const box = one.getBoundingClientRect(); return box.top + box.height / 2; });
    let to = from;
    grip.setPointerCapture(event.pointerId);
    step.classList.add("dragged");
    const move = (moved) => {
      step.style.transform = `translateY(${moved.clientY - begun}px)`;
      to = middles.filter((middle, number) => number !== from && middle < moved.clientY).length;
      steps.forEach((one, number) => {
        if (one === step) return;
        const after = number > from ? number - 1 : number; // its place without the one that is dragged
        const shift = number > from && after < to ? -1 : number < from && after >= to ? 1 : 0;
        one.style.transform = shift ? `translateY(${shift * step.offsetHeight}px)` : "";
      });
    };
    const end = (ended) => {
      grip.removeEventListener("pointermove", move);
      step.classList.remove("dragged");
      for (const one of steps) one.style.transform = "";
      if (ended.type === "pointerup" && to !== from) act(`move:${from}:${to}`);
    };
    grip.addEventListener("pointermove", move);
    grip.addEventListener("pointerup", end, { once: true });
    grip.addEventListener("pointercancel", end, { once: true });
  });
}

// ---- the board as text

const sent = {};
function loaded(name) {
  return (sent[name] ??= fetch(`/schema/${name}.json`).then((answer) => answer.json()));
}

function inner(part, all) { return part?.$ref ? inner(all.$defs[part.$ref.split("/").pop()], all) : part; }

// Return the values that a part of the schema lists: its own, those of the members of a list, or those of one alone.
function valuesOf(given, all) {
  const part = inner(given, all);
  if (!part) return [];
  if (part.enum) return part.enum;
  if (part.const !== undefined) return [part.const];
  for (const one of [part.items, part.else, part.then]) {
    const found = valuesOf(one, all);
    if (found.length) return found;
  }
  return [];
}

// Return the labels of a text: those that it gives, and those that cards have by their names.
function labels(text) {
  const given = [...text.matchAll(/\bas:\s*(\w+)/g)].map((one) => one[1]);
  const names = [...text.matchAll(/(?:^\s*-\s+|\benters:\s*)(?:"([^"\n]+)"|([A-Za-z][^{}:,"\n]*))/gm)].map((one) => one[1] || one[2]);
  const named = names.map((name) => name.trim().toLowerCase().replace(/['’.,]/g, "").replace(/[^a-z0-9]+/g, "_"));
  return [...new Set([...given, ...named])];
}

// Return the players of a text: those that it names, or those that a board has otherwise.
function players(text) {
  const named = /^players:\s*\[([^\]]*)\]/m.exec(text);
  return named ? named[1].split(",").map((one) => one.trim().replace(/^"|"$/g, "")).filter(Boolean) : ["you", "opponent"];
}

// Return the values that a key of a step may have; `within` is the key of the mapping that it stands in.
async function valuesFor(key, within, part, all, text, whole) {
  if (within === "chosen" && key !== "player") return (await loaded("words"))[key] || [];
  if (["controller", "owner", "player"].includes(key)) return players(whole);
  const told = valuesOf(part, all);
  if (told.length) return told;
  return key !== "as" && /"#\/\$defs\/labels?"/.test(JSON.stringify(part)) ? labels(text) : [];
}

// Return the words that fit at the cursor: the length of the begun word, and the words.
async function fitting(text, whole) {
  const line = text.slice(text.lastIndexOf("\n") + 1);
  const all = await loaded("board");
  const verbs = Object.keys(all.$defs).filter((one) => one.startsWith("step_") && one !== "step_by_verb").map((one) => one.slice(5));
  const card = /(?:^\s*-\s+|\b(?:enters|resolves|mutates|card_name):\s*)"?([A-Za-z][^{}:,"]{1,40})$/.exec(line);
  if (card) return [card[1].length, ((await names(card[1])) || { cards: [] }).cards.map((one) => (one.includes(",") || one.includes(": ") ? JSON.stringify(one) : one))];
  const word = /[A-Za-z_]*$/.exec(line)[0];
  const verb = verbs.find((one) => new RegExp(`[{\\s]${one}:`).test(line));
  const begins = (list, begun = word) => list.map(String).filter((one) => one.toLowerCase().startsWith(begun.toLowerCase()) && one !== begun);
  const valued = /(\w+):\s*(?:\[(?:[^\][{}:]*,\s*)?)?([^\][{}:,]*)$/.exec(line);
  let properties = verb ? all.$defs["step_" + verb].properties : {};
  const nested = /(\w+):\s*\{[^{}]*$/.exec(line); // such as chosen: {
  const within = nested && properties[nested[1]] ? nested[1] : "";
  if (within === "counters" && /[{,]\s*[^{},:]*$/.test(line)) {
    const begun = /[^{},:\s]*$/.exec(line)[0];
    return [begun.length, begins((await loaded("words")).counters.map((one) => (/^\w+$/.test(one) ? one : JSON.stringify(one))), begun)];
  }
  if (within) properties = inner(properties[within], all).properties || {};
  if (valued && properties[valued[1]])
    return [valued[2].length, begins(await valuesFor(valued[1], within, properties[valued[1]], all, text, whole), valued[2])];
  if (/^\w*$/.test(line)) return [word.length, begins(Object.keys(all.properties))];
  if (/^\s*-\s+\{\s*\w*$/.test(line)) return [word.length, begins(verbs)];
  if (/[{,]\s*\w*$/.test(line)) return [word.length, begins(Object.keys(properties))];
  return [0, []];
}

function editor(box) {
  const words = field("words"), error = field("text-error");
  let timer, checking, proposed = 0;
  const marked = (line) => {
    box.style.backgroundImage = "";
    if (!line) return;
    const style = getComputedStyle(box), high = parseFloat(style.lineHeight), top = parseFloat(style.paddingTop) + (line - 1) * high;
    box.style.backgroundImage = `linear-gradient(transparent ${top}px, var(--lost-wash) ${top}px, var(--lost-wash) ${top + high}px, transparent ${top + high}px)`;
    box.style.backgroundAttachment = "local";
  };
  // More of the word may have been written since it was proposed: all of it gives way.
  const insert = (start, word) => {
    box.setRangeText(word, start, Math.max(start, box.selectionStart), "end");
    box.focus();
    box.dispatchEvent(new Event("input"));
  };
  const propose = async () => {
    const before = box.value.slice(0, box.selectionStart);
    const turn = ++proposed;
    const [length, found] = await fitting(before, box.value);
    if (turn !== proposed) return; // more was written since: words for that come, or are there already
    words.replaceChildren(...found.slice(0, 12).map((word) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "chip";
      button.textContent = word;
      button.addEventListener("click", () => insert(before.length - length, word));
      return button;
    }));
    words.hidden = !found.length;
  };
  const check = async () => {
    checking?.abort();
    checking = new AbortController();
    try {
      const asked = { board: box.value, edition: field("edition").value };
      const sent = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(asked), signal: checking.signal };
      const found = box.value.trim() ? await (await fetch("/api/derive", sent)).json() : {};
      error.hidden = !found.error;
      error.textContent = found.error || "";
      box.toggleAttribute("aria-invalid", Boolean(found.error));
      if (found.error) box.setAttribute("aria-invalid", "true");
      marked(found.line);
    } catch { /* a later one is under way */ }
  };
  box.addEventListener("input", () => { clearTimeout(timer); propose(); timer = setTimeout(check, 400); });
  box.addEventListener("keydown", (event) => {
    if (event.key === " " && event.ctrlKey && words.firstChild) { event.preventDefault(); words.firstChild.click(); }
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); act("show"); }
  });
  marked(Number(box.dataset.line));
  box.closest("details").addEventListener("toggle", () => marked(Number(box.dataset.line)));
}

function prepare() {
  combobox(field("card"), field("card-list"));
  editor(field("text"));
  for (const one of document.querySelectorAll(".grip")) draggable(one);
}

prepare();
if (isBoard()) recall();
else if (page().dataset.board.trim()) remember();
