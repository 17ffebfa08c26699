import { Waiting } from '../../app/components/waiting.tsx';
import details from './photo-details.module.css';
import { shapeOf, stageStyle } from './photo-stage.tsx';
import stage from './photo-stage.module.css';

/** Stands where a photo is still on its way: as large as most of them are. */
export function PhotoWaiting() {
  return (
    <Waiting>
      <div className={stage.stage}>
        <div className={stage.waiting} style={stageStyle(shapeOf({ width: null, height: null }))} />
      </div>
      <div className={details.details}>
        <div>
          <div className={details.waitingTitle} />
          <div className={details.waitingLine} />
        </div>
      </div>
    </Waiting>
  );
}
