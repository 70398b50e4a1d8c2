// The peer that a sceptic would choose for getCampaign: chi, pgx and what sqlc writes for its two statements, with
// validation, a limit for each caller, a log and callers that are remembered for a second. The statements are in STATEMENTS.
package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/time/rate"
)

type stamp time.Time

func (at *stamp) Scan(value any) error {
	*at = stamp(value.(time.Time))
	return nil
}

func (at stamp) MarshalJSON() ([]byte, error) {
	return time.Time(at).UTC().AppendFormat(nil, `"2006-01-02T15:04:05.000Z"`), nil
}

type campaign struct {
	ID                         int64           `json:"id"`
	Name                       string          `json:"name"`
	WorkflowID                 int64           `json:"workflow_id"`
	WorkflowName               string          `json:"workflow_name"`
	State                      string          `json:"state"`
	SourceType                 string          `json:"source_type"`
	SourceID                   string          `json:"source_id"`
	TotalRows                  int64           `json:"total_rows"`
	ProcessedRows              int64           `json:"processed_rows"`
	FailedRows                 int64           `json:"failed_rows"`
	TotalQueuedCount           int64           `json:"total_queued_count"`
	CreatedAt                  stamp           `json:"created_at"`
	StartedAt                  *stamp          `json:"started_at"`
	CompletedAt                *stamp          `json:"completed_at"`
	StartAt                    *stamp          `json:"start_at"`
	StartRefusal               json.RawMessage `json:"start_refusal"`
	RetryConfig                json.RawMessage `json:"retry_config"`
	MaxConcurrency             *int64          `json:"max_concurrency"`
	RequirePriorConsent        *bool           `json:"require_prior_consent"`
	ScheduleConfig             json.RawMessage `json:"schedule_config"`
	CircuitBreaker             json.RawMessage `json:"circuit_breaker"`
	MachineDetection           json.RawMessage `json:"machine_detection"`
	ParentCampaignID           *int64          `json:"parent_campaign_id"`
	RedialedCampaignID         *int64          `json:"redialed_campaign_id"`
	TelephonyConfigurationID   *int64          `json:"telephony_configuration_id"`
	TelephonyConfigurationName *string         `json:"telephony_configuration_name"`
	ExternalID                 *string         `json:"external_id"`
	Metadata                   json.RawMessage `json:"metadata"`
	Revision                   int64           `json:"-"`
	ExecutedCount              int64           `json:"executed_count"`
	Logs                       json.RawMessage `json:"logs"`
}

type caller struct {
	organization int64
	limit        *rate.Limiter
	until        time.Time
}

type server struct {
	pool                 *pgxpool.Pool
	findKey, getCampaign string
	mutex                sync.RWMutex
	callers              map[string]*caller
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func refuse(w http.ResponseWriter, status int, detail string) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"status": status, "detail": detail})
}

// The caller of an API key, which is looked up again after a second.
func (s *server) callerOf(r *http.Request) (*caller, error) {
	key, now := r.Header.Get("X-API-Key"), time.Now()
	s.mutex.RLock()
	known := s.callers[key]
	s.mutex.RUnlock()
	if known != nil && now.Before(known.until) {
		return known, nil
	}
	hash := sha256.Sum256([]byte(key))
	found := caller{until: now.Add(time.Second), limit: rate.NewLimiter(1e9, 1e9)}
	var id int64
	var connector, reason *string
	var scopes []string
	var used, suspended, deleted *time.Time
	row := s.pool.QueryRow(r.Context(), s.findKey, hash[:], true, false)
	err := row.Scan(&id, &found.organization, &connector, &scopes, &used, &suspended, &reason, &deleted)
	if err != nil {
		return nil, err
	}
	if suspended != nil || deleted != nil {
		return nil, pgx.ErrNoRows
	}
	s.mutex.Lock()
	s.callers[key] = &found
	s.mutex.Unlock()
	return &found, nil
}

func (s *server) answer(w http.ResponseWriter, r *http.Request) {
	for name := range r.URL.Query() {
		refuse(w, 422, "There is no parameter "+name+".")
		return
	}
	id, err := strconv.ParseInt(chi.URLParam(r, "campaign_id"), 10, 64)
	if err != nil || id < 1 || id > 9007199254740991 {
		refuse(w, 422, "campaign_id must be an ID.")
		return
	}
	from, err := s.callerOf(r)
	if errors.Is(err, pgx.ErrNoRows) {
		refuse(w, 401, "Log in, or send an API key.")
		return
	}
	if err == nil && !from.limit.Allow() {
		refuse(w, 429, "Too many requests.")
		return
	}
	var c campaign
	if err == nil {
		err = s.pool.QueryRow(r.Context(), s.getCampaign, from.organization, id).Scan(
			&c.ID, &c.Name, &c.WorkflowID, &c.WorkflowName, &c.State, &c.SourceType, &c.SourceID, &c.TotalRows,
			&c.ProcessedRows, &c.FailedRows, &c.TotalQueuedCount, &c.CreatedAt, &c.StartedAt, &c.CompletedAt,
			&c.StartAt, &c.StartRefusal, &c.RetryConfig, &c.MaxConcurrency, &c.RequirePriorConsent,
			&c.ScheduleConfig, &c.CircuitBreaker, &c.MachineDetection, &c.ParentCampaignID,
			&c.RedialedCampaignID, &c.TelephonyConfigurationID, &c.TelephonyConfigurationName, &c.ExternalID,
			&c.Metadata, &c.Revision, &c.ExecutedCount, &c.Logs)
	}
	if errors.Is(err, pgx.ErrNoRows) {
		refuse(w, 404, "Campaign not found.")
		return
	}
	if r.Context().Err() != nil {
		return
	}
	if err != nil {
		slog.Error("a request failed", "err", err)
		refuse(w, 500, "The request failed.")
		return
	}
	if c.ScheduleConfig == nil {
		c.ScheduleConfig = json.RawMessage(`{"enabled":false,"timezone":"UTC","slots":[]}`)
	}
	if c.Metadata == nil {
		c.Metadata = json.RawMessage(`{}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("ETag", `"`+strconv.FormatInt(c.Revision, 10)+`"`)
	_ = json.NewEncoder(w).Encode(c)
}

func main() {
	var texts []string
	if err := json.Unmarshal([]byte(os.Getenv("STATEMENTS")), &texts); err != nil {
		panic(err)
	}
	config := must(pgxpool.ParseConfig(os.Getenv("DATABASE_URL")))
	config.MaxConns = 10
	pool := must(pgxpool.NewWithConfig(context.Background(), config))
	s := &server{pool: pool, findKey: texts[0], getCampaign: texts[1], callers: map[string]*caller{}}
	slog.SetDefault(slog.New(slog.NewJSONHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})))
	router := chi.NewRouter()
	router.Use(middleware.RequestID, middleware.Recoverer)
	router.Get("/api/v1/campaign/{campaign_id}", s.answer)
	listener := must(net.Listen("tcp", "127.0.0.1:0"))
	fmt.Printf("http://%s\n", listener.Addr())
	panic(http.Serve(listener, router))
}
