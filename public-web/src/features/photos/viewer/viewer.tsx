import type { PhotoView } from '@portfolio/contracts';
import { useModal } from '@portfolio/ui/use-modal';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import text from '../../../app/components/text.module.css';
import { CameraLine, PhotoFacts, type PhotoProps } from '../photo-details.tsx';
import { useKeys } from '../use-keys.ts';
import { Controls } from './controls.tsx';
import { Filmstrip, MIN_FILMSTRIP_PHOTOS } from './filmstrip.tsx';
import { Slide } from './slide.tsx';
import { StageMotion, type MotionHandlers, type Shown } from './stage-motion.ts';
import type { Side } from './swipe.ts';
import { besides, type GalleryPosition, useCachedPhoto, useGalleryPosition } from './use-gallery-photos.ts';
import { useIdle } from './use-idle.ts';
import { reserveScrollbar, useFullscreen, useVisiblePart, useWakeLock } from './use-window.ts';
import styles from './viewer.module.css';
import { percentOf } from './zoom.ts';

export interface ViewerProps {
  /** Photo of the address, which `onTurn` changes. */
  photo: PhotoView;
  /** Slug of the gallery; undefined without one. */
  slug: string | undefined;
  /** Gallery that the information names. */
  gallery: PhotoProps['gallery'];
  onTurn: (photo: PhotoView) => void;
  onClose: () => void;
}

/** Milliseconds that the slideshow shows each photo. */
const SLIDE_MS = 5_000;
/** Share of the viewport by which an arrow key pans. */
const PAN = 1 / 6;
/** CSS pixels by which an arrow key scrolls, as in browsers. */
const SCROLL = 40;

/** Whether the keyboard is on a control, which Space presses. */
const isOnControl = () => document.activeElement?.matches('button:focus-visible, a:focus-visible') === true;

type Ids = ReadonlySet<number>;
const including = (id: number) => (ids: Ids) => (ids.has(id) ? ids : new Set(ids).add(id));
const excluding = (id: number) => (ids: Ids) => (ids.has(id) ? new Set([...ids].filter((one) => one !== id)) : ids);

/** Viewer of photos over the whole viewport, with zoom, pan, swipe and slideshow. */
export function Viewer({ photo, slug, gallery, onTurn, onClose }: ViewerProps) {
  const frame = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const backdrop = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLDivElement>(null);
  const information = useRef<HTMLElement>(null);
  const motion = useRef<StageMotion>(null);
  const handlers = useRef<MotionHandlers>(null!);
  const [openedId] = useState(photo.id);
  const [turned, setTurned] = useState<{ photo: PhotoView; position: GalleryPosition | undefined }>();
  const [zoomed, setZoomed] = useState<Shown>({ zoom: 1, width: 0 });
  const [loaded, setLoaded] = useState<Ids>(new Set());
  const [failed, setFailed] = useState<Ids>(new Set());
  const [attempt, setAttempt] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const [isInfoOpen, setInfoOpen] = useState(false);
  /** End of the gallery to show once its list is loaded: an index of `Array.at`. */
  const [end, setEnd] = useState<0 | -1>();

  const percent = percentOf(zoomed.zoom);
  const shown = turned && turned.photo.id !== photo.id ? turned.photo : photo;
  const isLoaded = loaded.has(shown.id);
  const hasFailed = failed.has(shown.id);
  const { photos, position: found } = useGalleryPosition(slug, shown, isLoaded || end !== undefined);
  const position = found ?? (turned?.photo.id === shown.id ? turned.position : undefined);
  const cachePhoto = useCachedPhoto();
  // Before the dialog opens, which hides the scrollbar.
  useLayoutEffect(reserveScrollbar, []);
  const dialog = useModal(onClose);
  const [isIdle, setIdle] = useIdle(dialog.ref);
  const isHidden = isIdle && !isInfoOpen;
  const fullscreen = useFullscreen(frame);
  const visiblePart = useVisiblePart();
  useWakeLock(isPlaying);

  /** @param side of a neighbour, whose position is known before it is fetched */
  const show = (to: PhotoView | null | undefined, side?: Side) => {
    setEnd(undefined);
    if (!to || to.id === shown.id) return;
    cachePhoto(to);
    // The track moves back in the same frame.
    flushSync(() => setTurned({ photo: to, position: side && position && besides(position, shown, side) }));
    onTurn(to);
  };
  useLayoutEffect(() => {
    handlers.current = {
      onChange: (now) => setZoomed((before) => (before.zoom === now.zoom && before.width === now.width ? before : now)),
      canTurn: (side) => Boolean(position?.[side]),
      onTurn: (side) => show(position?.[side], side),
      onDismiss: onClose,
      onTap({ isOnPicture, isTouch }) {
        if (isTouch && isHidden) setIdle(false);
        else if (!isOnPicture) onClose();
        else if (isTouch) setIdle(true);
      },
    };
  });
  useLayoutEffect(() => {
    motion.current = new StageMotion(frame.current!, stage.current!, track.current!, backdrop.current!, handlers);
    return () => motion.current?.stop();
  }, []);
  useLayoutEffect(() => motion.current?.present(picture.current!), [shown.id]);

  const advance = useEffectEvent(() => {
    if (motion.current?.isMoving) return;
    if (position?.next) motion.current?.turn('next');
    else if (photos && photos.length > 1) show(photos[0]);
    else setPlaying(false);
  });
  useEffect(() => {
    // Zooming pauses the slideshow.
    if (!isPlaying || percent > 100 || !(isLoaded || hasFailed)) return;
    const timer = setInterval(advance, SLIDE_MS);
    return () => clearInterval(timer);
  }, [isPlaying, isLoaded, hasFailed, shown.id, percent]);

  const showEnd = useEffectEvent((at: 0 | -1) => show(photos?.at(at)));
  useEffect(() => {
    if (!photos || end === undefined) return;
    // React rejects `flushSync` in effects: a timer calls it.
    const timer = setTimeout(() => showEnd(end));
    return () => clearTimeout(timer);
  }, [photos, end]);

  const turn = (side: Side) => motion.current?.turn(side);
  const zoom = (direction: 1 | -1) => motion.current?.step(direction);
  const reset = () => motion.current?.reset();
  const togglePlaying = () => setPlaying(!isPlaying);
  const toggleInfo = () => setInfoOpen(!isInfoOpen);
  const arrow = (across: number, down: number) => {
    if (motion.current?.isZoomed) motion.current.pan(across * PAN, down * PAN);
    else if (across) turn(across < 0 ? 'previous' : 'next');
    else if (information.current) information.current.scrollTop += down * SCROLL;
    else return false;
  };
  useKeys({
    '+': () => zoom(1),
    '=': () => zoom(1),
    '-': () => zoom(-1),
    '0': reset,
    ArrowLeft: () => arrow(-1, 0),
    ArrowRight: () => arrow(1, 0),
    ArrowUp: () => arrow(0, -1),
    ArrowDown: () => arrow(0, 1),
    Home: () => setEnd(0),
    End: () => setEnd(-1),
    ' ': () => !isOnControl() && position && togglePlaying(),
    f: fullscreen.toggle ?? (() => false),
    i: toggleInfo,
  });

  const label = position ? `Photo ${position.place} of ${position.total}, ${shown.title}` : shown.title;
  const slides = [position?.previous, shown, position?.next];
  return (
    <dialog
      className={styles.viewer}
      style={visiblePart}
      aria-label={label}
      data-idle={isHidden || undefined}
      {...dialog}
    >
      <div ref={frame} className={styles.frame}>
        <div ref={backdrop} className={styles.backdrop} />
        <div ref={stage} className={styles.stage} data-zoomed={percent > 100 || undefined}>
          <div ref={track} className={styles.track}>
            {slides.map(
              (one, index) =>
                one && (
                  <Slide
                    key={one.id}
                    ref={one === shown ? picture : undefined}
                    photo={one}
                    side={index - 1}
                    isOpened={one.id === openedId}
                    // The neighbours follow the shown photo.
                    mayLoad={one === shown || isLoaded || loaded.has(one.id)}
                    width={zoomed.width * zoomed.zoom}
                    attempt={attempt}
                    onLoad={() => {
                      setLoaded(including(one.id));
                      setFailed(excluding(one.id));
                    }}
                    onFail={() => setFailed(including(one.id))}
                  />
                ),
            )}
          </div>
        </div>
        <p className="visually-hidden" role="status">
          {position && <span lang="en">{`Photo ${position.place} of ${position.total}, `}</span>}
          <bdi>{shown.title}</bdi>
        </p>
        {hasFailed && (
          <div className={styles.failure} role="alert" lang="en">
            <p>The picture could not be loaded.</p>
            <button
              type="button"
              className={text.framed}
              onClick={() => {
                setFailed(new Set());
                setAttempt(attempt + 1);
                // The button disappears.
                dialog.ref.current?.focus();
              }}
            >
              Try Again
            </button>
          </div>
        )}
        {isInfoOpen && (
          <section ref={information} className={styles.information} aria-label="Information" data-scrolls>
            <h2 dir="auto">{shown.title}</h2>
            {shown.description && <p dir="auto">{shown.description}</p>}
            <CameraLine photo={shown} />
            <PhotoFacts photo={shown} gallery={gallery} />
          </section>
        )}
        <Controls
          photo={shown}
          position={position}
          percent={percent}
          isPlaying={isPlaying}
          isInfoOpen={isInfoOpen}
          isFullscreen={fullscreen.isFullscreen}
          onTogglePlay={togglePlaying}
          onToggleInfo={toggleInfo}
          onToggleFullscreen={fullscreen.toggle}
          onZoom={zoom}
          onReset={reset}
          onTurn={turn}
          onClose={onClose}
        />
        {photos && photos.length >= MIN_FILMSTRIP_PHOTOS && (
          <Filmstrip photos={photos} shown={shown} onShow={(to) => show(to)} />
        )}
      </div>
    </dialog>
  );
}
