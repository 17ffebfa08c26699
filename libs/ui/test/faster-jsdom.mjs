// Two parts of jsdom that testing libraries call for every element, and that took a third of the time of these tests.

// Computed styles: jsdom matches 200 rules of a default style sheet at each call. Inline styles and defaults give the four
// properties that testing libraries read. jsdom gives all others, and all on a page with style sheets of its own.
const compute = window.getComputedStyle.bind(window);
const defaultDisplays = new Map();

/** Style sheet of react-hot-toast, which hides nothing. */
const HARMLESS = '_goober';
const sheets = ['style', 'link'].map((name) => document.getElementsByTagName(name));
const hasStyles = () =>
  sheets.some((elements) =>
    toArray(elements).some(({ id, rel }) => id !== HARMLESS && (rel ?? 'stylesheet') === 'stylesheet'),
  );

// Collections: each property of one is first looked up among the names of its elements.
const { get: lengthOf } = Object.getOwnPropertyDescriptor(window.HTMLCollection.prototype, 'length');
const { item } = window.HTMLCollection.prototype;

function toArray(collection) {
  return Array.from({ length: lengthOf.call(collection) }, (_, index) => item.call(collection, index));
}

const inline = (element, property) => (element.hasAttribute('style') ? element.style[property] : '');

function inherited(element, property, initial) {
  for (let each = element; each; each = each.parentElement) {
    const value = inline(each, property);
    if (value && value !== 'inherit') return value;
  }
  return initial;
}

function defaultDisplay(element) {
  if (element.hasAttribute('hidden')) return 'none';
  if (element.localName === 'dialog' && !element.hasAttribute('open')) return 'none';
  if (element.localName === 'input' && element.type === 'hidden') return 'none';
  const key = `${element.namespaceURI} ${element.localName}`;
  if (!defaultDisplays.has(key)) {
    const plain = document.createElementNS(element.namespaceURI, element.localName);
    plain.setAttribute('open', '');
    defaultDisplays.set(key, compute(plain).display);
  }
  return defaultDisplays.get(key);
}

const QUICK = {
  display: (element) => inline(element, 'display') || defaultDisplay(element),
  visibility: (element) => inherited(element, 'visibility', 'visible'),
  opacity: (element) => inline(element, 'opacity'),
  pointerEvents: (element) => inherited(element, 'pointerEvents', 'auto'),
};

class QuickStyle {
  constructor(element) {
    this.element = element;
  }

  getPropertyValue(name) {
    return (QUICK[name] ?? (() => compute(this.element).getPropertyValue(name)))(this.element);
  }
}
for (const [name, read] of Object.entries(QUICK)) {
  Object.defineProperty(QuickStyle.prototype, name, {
    get() {
      return read(this.element);
    },
  });
}
Object.setPrototypeOf(
  QuickStyle.prototype,
  new Proxy({}, { get: (_, name, { element }) => Reflect.get(compute(element), name) }),
);

const quick = (element, pseudo) =>
  pseudo || element.ownerDocument !== document || hasStyles() ? compute(element, pseudo) : new QuickStyle(element);
for (const view of [window, document.defaultView]) view.getComputedStyle = quick;

// Labels: jsdom walks the whole page for each label of it. Here an input's labels are found by id and by ancestors.
const LABELABLE = 'button, input:not([type=hidden]), meter, output, progress, select, textarea';
const labels = document.getElementsByTagName('label');
const isLabelOf = (label, element) =>
  label.htmlFor ? label.htmlFor === element.id : label.contains(element) && label.querySelector(LABELABLE) === element;

for (const name of ['Button', 'Input', 'Meter', 'Output', 'Progress', 'Select', 'TextArea']) {
  const { prototype } = window[`HTML${name}Element`];
  const { get: slow } = Object.getOwnPropertyDescriptor(prototype, 'labels');
  Object.defineProperty(prototype, 'labels', {
    configurable: true,
    get() {
      if (this.type === 'hidden' || this.getRootNode() !== document) return slow.call(this);
      return toArray(labels).filter((label) => isLabelOf(label, this));
    },
  });
}
